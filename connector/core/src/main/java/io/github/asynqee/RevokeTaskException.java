package io.github.asynqee;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler: the task is no longer wanted. It is deleted, even if a retention is set, and is neither retried
 * nor archived.
 */
public class RevokeTaskException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception with the text {@code revoke task}. */
    public RevokeTaskException() {
        this("revoke task");
    }

    /**
     * Creates the exception.
     *
     * @param message the reason
     */
    public RevokeTaskException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception.
     *
     * @param message the reason
     * @param cause the cause, may be {@code null}
     */
    public RevokeTaskException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
