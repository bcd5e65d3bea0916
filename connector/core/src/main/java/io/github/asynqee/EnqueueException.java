package io.github.asynqee;

/** A task was not enqueued. The message says which and why. */
public class EnqueueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which task and why
     * @param cause what led to it, may be {@code null}
     */
    public EnqueueException(String message, Throwable cause) {
        super(message, cause);
    }
}
