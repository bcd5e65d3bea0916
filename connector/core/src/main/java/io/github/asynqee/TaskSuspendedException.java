package io.github.asynqee;

/**
 * Thrown by {@link Checkpoint#save} when the attempt ends there: the server stops, or the attempt has used its
 * {@code max-slice}. The cursor is saved, and the task returns to its queue without using a retry. What the
 * handler does after it does not change that: one that has something to release uses {@code finally} and lets the
 * exception pass.
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
