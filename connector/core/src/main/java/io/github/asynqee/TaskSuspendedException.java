package io.github.asynqee;

/**
 * Thrown by {@link Checkpoint#save} when the attempt ends there: the server stops, or the attempt has used its {@code
 * max-slice}. The cursor is saved, and the task returns to its queue without using a retry. The handler cannot prevent
 * this. It should not catch this exception, and should release resources in a {@code finally} block.
 */
public final class TaskSuspendedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message why the attempt ends
     */
    public TaskSuspendedException(String message) {
        super(message);
    }
}
