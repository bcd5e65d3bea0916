package io.github.asynqee;

/** More tasks wait to be stored than allowed: Redis is slower than the application sends. */
public class EnqueueOverflowException extends EnqueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which task and why
     */
    public EnqueueOverflowException(String message) {
        super(message, null);
    }
}
