package io.github.asynqee;

import org.jspecify.annotations.Nullable;

/** Thrown by a handler: a retry would also fail. The task is archived immediately, even if it has more retries. */
public class SkipRetryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception with the text {@code skip retry for the task}. */
    public SkipRetryException() {
        this("skip retry for the task");
    }

    /**
     * Creates the exception.
     *
     * @param message the reason
     */
    public SkipRetryException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception.
     *
     * @param message the reason
     * @param cause the cause, may be {@code null}
     */
    public SkipRetryException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
