package io.github.asynqee;

import org.jspecify.annotations.Nullable;

/** A call has no result. The message names the task and the reason. */
public class CallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String taskId;
    private final String queue;

    /**
     * Creates the exception.
     *
     * @param task the task
     * @param message the reason
     * @param cause the cause, may be {@code null}
     */
    public CallException(TaskInfo task, String message, @Nullable Throwable cause) {
        super("task " + task.id() + " of type \"" + task.type() + "\" in queue \"" + task.queue() + "\" " + message,
                cause);
        this.taskId = task.id();
        this.queue = task.queue();
    }

    /** @return the task's ID */
    public String taskId() {
        return taskId;
    }

    /** @return the task's queue */
    public String queue() {
        return queue;
    }
}
