package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.internal.protocol.TaskMessage;

/**
 * A task to store and its placement (protocol section 6.2).
 *
 * @param message the task
 * @param placement where it is stored
 * @param lockFor the lifetime of its uniqueness lock, at least a second, cut to whole seconds; {@code null} if it is
 *        not unique. The message contains the key of the lock
 * @param rule how the task is stored differently than in asynq; {@code null} to store it as asynq does
 */
public record NewTask(TaskMessage message, Placement placement, Duration lockFor, StoreRule rule) {

    /** Checks that a unique task has a key and a lifetime of at least a second. */
    public NewTask {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(placement, "placement");
        if (lockFor != null && rule == null && message.uniqueKey().isEmpty()) {
            throw new IllegalArgumentException("a unique task must have a unique key: " + message);
        }
        if (lockFor != null && lockFor.getSeconds() < 1) {
            throw new IllegalArgumentException(
                    "the lifetime of a uniqueness lock must be at least 1 s: " + lockFor + " for " + message);
        }
    }

    /**
     * A task that is not unique, or is rejected as a duplicate as in asynq.
     *
     * @param message the task
     * @param placement where it is stored
     * @param lockFor the lifetime of its uniqueness lock, {@code null} if it is not unique
     */
    public NewTask(TaskMessage message, Placement placement, Duration lockFor) {
        this(message, placement, lockFor, null);
    }

    /**
     * Returns the same task with the rule {@link Once} instead of its own rule.
     *
     * @param of the name of the task's cause
     * @return the task
     */
    public NewTask once(String of) {
        return new NewTask(message, placement, lockFor, new Once(of));
    }

    /** @return the cause of a task that is stored once; {@code null} if it may be stored again */
    public String receipt() {
        return rule instanceof Once once ? once.receipt() : null;
    }

    /**
     * Checks that the task has no rule, for callers that store tasks in their own way.
     *
     * @param by the caller, as the subject of the error message
     * @return this
     * @throws InvalidTaskException if the task has a rule
     */
    public NewTask requireNoStoreRule(String by) {
        if (rule != null) {
            throw new InvalidTaskException(by + " cannot be " + rule.text() + ": " + message);
        }
        return this;
    }

    /**
     * The same task in another queue.
     *
     * @param queue the queue
     * @return the task
     */
    public NewTask inQueue(String queue) {
        return new NewTask(message.inQueue(queue), placement, lockFor, rule);
    }

    /**
     * Stores a task only once within hours, even if the task has already run and was deleted.
     *
     * @param receipt the name of the task's cause
     */
    public record Once(String receipt) implements StoreRule {

        @Override
        public String text() {
            return "stored once";
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
