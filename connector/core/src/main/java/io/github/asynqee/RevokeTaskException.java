package io.github.asynqee;

/** Thrown by a handler: the task is not wanted any more, it is deleted as if it had succeeded. */
public class RevokeTaskException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception with the text {@code revoke task}. */
    public RevokeTaskException() {
        this("revoke task");
    }

    /**
     * Creates the exception.
     *
     * @param message why
     */
    public RevokeTaskException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception.
     *
     * @param message why
     * @param cause what led to it, may be {@code null}
     */
    public RevokeTaskException(String message, Throwable cause) {
        super(message, cause);
    }
}
