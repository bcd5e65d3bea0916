package io.github.asynqee;

/** The task was not enqueued: another task of the same type, payload and queue holds the uniqueness lock. */
public class DuplicateTaskException extends EnqueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the task and the reason
     */
    public DuplicateTaskException(String message) {
        super(message, null);
    }
}
