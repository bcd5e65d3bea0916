package io.github.asynqee;

import org.jspecify.annotations.Nullable;

/**
 * The task <em>is</em> stored and will run, but Redis did not confirm the requested {@linkplain Durability durability}
 * in time: a failure of Redis at this moment may lose the task. The client neither deletes it nor sends it again. An
 * application that enqueues it again should use the same task ID, so that Redis rejects the second task with a {@link
 * TaskIdConflictException} if it still has the first.
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
