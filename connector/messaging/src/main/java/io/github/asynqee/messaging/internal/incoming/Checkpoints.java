package io.github.asynqee.messaging.internal.incoming;

import java.time.Duration;

import io.github.asynqee.internal.delivery.TaskCheckpoint;
import io.github.asynqee.internal.delivery.TaskDelivery;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of a channel's tasks.
 *
 * @param coding how cursors are encoded
 * @param maxSlice how long an attempt runs before the next attempt continues it; {@code null} for no limit
 */
public record Checkpoints(TaskCheckpoint.Coding coding, @Nullable Duration maxSlice) {

    /** Creates the checkpoint of an attempt that has begun. */
    TaskCheckpoint<?> of(TaskDelivery delivery) {
        return new TaskCheckpoint<>(delivery, coding, maxSlice);
    }
}
