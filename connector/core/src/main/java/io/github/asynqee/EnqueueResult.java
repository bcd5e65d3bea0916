package io.github.asynqee;

import org.jspecify.annotations.Nullable;

/**
 * Result of enqueueing one task of several.
 *
 * @param info the task as stored, {@code null} if there is an error
 * @param error the reason for a failure, {@code null} for a success: a {@link DuplicateTaskException}, a
 *        {@link TaskIdConflictException}, an {@link EnqueueAmbiguousException}, an
 *        {@link EnqueueUnconfirmedException} or another {@link EnqueueException};
 *        its cause is an {@link InvalidTaskException} if the task is invalid
 */
public record EnqueueResult(@Nullable TaskInfo info, @Nullable EnqueueException error) {

    /** @return whether the task is stored with the requested durability */
    public boolean isStored() {
        return error == null;
    }
}
