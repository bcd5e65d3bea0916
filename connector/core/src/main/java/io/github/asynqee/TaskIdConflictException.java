package io.github.asynqee;

/** The task was not enqueued: another task in the queue, in any state, has the same ID. */
public class TaskIdConflictException extends EnqueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the task and the reason
     */
    public TaskIdConflictException(String message) {
        super(message, null);
    }
}
