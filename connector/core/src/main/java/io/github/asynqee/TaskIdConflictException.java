package io.github.asynqee;

/** Another task of the queue, in whatever state, has the same ID. */
public class TaskIdConflictException extends EnqueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which task and why
     */
    public TaskIdConflictException(String message) {
        super(message, null);
    }
}
