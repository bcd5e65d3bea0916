package io.github.asynqee;

/** Thrown by a handler: trying again is pointless, the task is archived at once. */
public class SkipRetryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception with the text {@code skip retry for the task}. */
    public SkipRetryException() {
        this("skip retry for the task");
    }

    /**
     * Creates the exception.
     *
     * @param message why
     */
    public SkipRetryException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception.
     *
     * @param message why
     * @param cause what led to it, may be {@code null}
     */
    public SkipRetryException(String message, Throwable cause) {
        super(message, cause);
    }
}
