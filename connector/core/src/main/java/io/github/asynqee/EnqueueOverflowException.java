package io.github.asynqee;

/**
 * A task was not enqueued because the limit of tasks waiting to be stored is reached: the application sends faster than
 * Redis stores.
 */
public class EnqueueOverflowException extends EnqueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the task and the reason
     */
    public EnqueueOverflowException(String message) {
        super(message, null);
    }
}
