package io.github.asynqee.internal.broker;

import java.time.Instant;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.metrics.EnqueueKind;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;

/** Result of storing a task. */
public sealed interface StoreResult {

    /** @return the kind under which it is counted */
    default EnqueueKind kind() {
        return EnqueueKind.DUPLICATE;
    }

    /** The task was stored. */
    record Stored() implements StoreResult {
        @Override
        public EnqueueKind kind() {
            return EnqueueKind.STORED;
        }
    }

    /**
     * The task was stored, but Redis has not confirmed the requested durability.
     *
     * @param reason why it is not confirmed
     */
    record Unconfirmed(String reason) implements StoreResult {
        @Override
        public EnqueueKind kind() {
            return EnqueueKind.STORED;
        }
    }

    /** The task was not stored: another task in its queue has the same ID. */
    record IdTaken() implements StoreResult {

        /** Error text, followed by the task. */
        public static final String MESSAGE = "task ID conflicts with another task: ";
    }

    /** The task was not stored: another task holds its uniqueness lock. */
    record Duplicate() implements StoreResult {

        /** Error text, followed by the task. */
        public static final String MESSAGE = "task already exists: ";
    }

    /**
     * The task was not stored, because another task holds its key and was neither joined nor replaced.
     *
     * @param holder the ID of the task that holds the key
     * @param state its state, {@code null} if it no longer exists
     */
    record KeyHeld(String holder, String state) implements StoreResult {}

    /**
     * The task was not stored: the producer gets the task that holds its key.
     *
     * @param replaced whether the holder received the content of the new task
     * @param message the holder's current message
     * @param state its state
     * @param nextProcessAt when it runs next, {@code null} if unknown
     * @param unconfirmed why the requested durability is not confirmed; {@code null} if it is confirmed or the holder
     *        was not changed
     */
    record Existing(boolean replaced, TaskMessage message, TaskState state, Instant nextProcessAt, String unconfirmed)
            implements
                StoreResult {

        /** The same result; if the task was changed, the change is not known to be durable. */
        public Existing unconfirmed(String reason) {
            return replaced ? new Existing(true, message, state, nextProcessAt, reason) : this;
        }
    }

    /**
     * The task was not stored, or the result is ambiguous.
     *
     * @param error the error; an {@link AmbiguousResultException} if the task may have been stored
     */
    record Failed(BrokerException error) implements StoreResult {
        @Override
        public EnqueueKind kind() {
            return EnqueueKind.FAILED;
        }
    }
}
