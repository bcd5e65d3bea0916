package io.github.asynqee;

import org.jspecify.annotations.Nullable;

/**
 * The task <em>is</em> stored and will run, but Redis has not confirmed in time that it is as {@linkplain Durability durable}
 * as was asked for: a failure of Redis at this moment may lose it. It is neither deleted nor sent again. An application
 * that enqueues it again should use the same task ID: the second one is rejected with a {@link TaskIdConflictException}
 * if the first one is still there.
 */
public class EnqueueUnconfirmedException extends EnqueueException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable TaskInfo task;

    /**
     * Creates the exception.
     *
     * @param message the task and the reason
     * @param task the task as stored
     */
    public EnqueueUnconfirmedException(String message, TaskInfo task) {
        super(message, null);
        this.task = task;
    }

    /**
     * The task that is stored.
     *
     * @return the task; {@code null} after the exception was serialized
     */
    public @Nullable TaskInfo task() {
        return task;
    }
}
