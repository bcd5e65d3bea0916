package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

import io.github.asynqee.internal.protocol.TaskMessage;

/**
 * A task to store and its placement (protocol section 6.2).
 *
 * @param message the task
 * @param placement where it is stored
 * @param lockFor the lifetime of its uniqueness lock, at least a second, cut to whole seconds; {@code null} if it is
 *        not unique. The message contains the key of the lock
 */
public record NewTask(TaskMessage message, Placement placement, Duration lockFor) {

    /** Checks that a unique task has a key and a lifetime of at least a second. */
    public NewTask {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(placement, "placement");
        if (lockFor != null && message.uniqueKey().isEmpty()) {
            throw new IllegalArgumentException("a unique task must have a unique key: " + message);
        }
        if (lockFor != null && lockFor.getSeconds() < 1) {
            throw new IllegalArgumentException(
                    "the lifetime of a uniqueness lock must be at least 1 s: " + lockFor + " for " + message);
        }
    }

    /** Where a new task is stored. */
    public sealed interface Placement {

        /** In the pending list: ready to run. */
        record Pending() implements Placement {}

        /**
         * In the scheduled set.
         *
         * @param at the time to run, cut to whole seconds
         */
        record Scheduled(Instant at) implements Placement {}

        /** In the message's group. */
        record InGroup() implements Placement {}
    }
}
