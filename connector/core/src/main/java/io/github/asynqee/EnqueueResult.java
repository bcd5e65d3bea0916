package io.github.asynqee;

/**
 * What became of one task of several that were to be enqueued.
 *
 * @param info the task as stored, {@code null} if it was not
 * @param error why it was not stored, {@code null} if it was: a {@link DuplicateTaskException}, a
 *        {@link TaskIdConflictException} or another {@link EnqueueException}
 */
public record EnqueueResult(TaskInfo info, EnqueueException error) {

    /** @return whether the task is stored */
    public boolean isStored() {
        return error == null;
    }
}
