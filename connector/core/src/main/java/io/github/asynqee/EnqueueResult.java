package io.github.asynqee;

/**
 * Result of enqueueing one task of several.
 *
 * @param info the task as stored, {@code null} if it was not
 * @param error the reason why it was not stored, {@code null} if it was: a {@link DuplicateTaskException}, a
 *        {@link TaskIdConflictException}, an {@link EnqueueAmbiguousException} or another {@link EnqueueException};
 *        its cause is an {@link InvalidTaskException} if the task is invalid
 */
public record EnqueueResult(TaskInfo info, EnqueueException error) {

    /** @return whether the task is stored */
    public boolean isStored() {
        return error == null;
    }
}
