package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

import io.github.asynqee.internal.protocol.TaskMessage;

/**
 * A task to be stored and where to (protocol section 6.2).
 *
 * @param message the task
 * @param placement where it goes
 * @param lockFor how long its uniqueness lock is held at most, at least a second, cut to whole seconds; {@code null} if it is
 *        not unique. The lock's key is the message's
 */
public record NewTask(TaskMessage message, Placement placement, Duration lockFor) {

    /**
     * Checks that a unique task names its lock, and that Redis can give the lock its life.
     */
    public NewTask {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(placement, "placement");
        if (lockFor != null && message.uniqueKey().isEmpty()) {
            throw new IllegalArgumentException("a unique task needs a unique key: " + message);
        }
        if (lockFor != null && lockFor.getSeconds() < 1) {
            throw new IllegalArgumentException(
                    "a uniqueness lock cannot live less than a second: " + lockFor + " for " + message);
        }
    }

    /** Where a new task goes. */
    public sealed interface Placement {

        /** Ready to run at once. */
        record Pending() implements Placement {}

        /**
         * Runs later.
         *
         * @param at when, cut to whole seconds
         */
        record Scheduled(Instant at) implements Placement {}

        /** Waits in the message's group. */
        record InGroup() implements Placement {}
    }
}
