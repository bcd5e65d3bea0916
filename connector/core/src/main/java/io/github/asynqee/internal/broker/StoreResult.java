package io.github.asynqee.internal.broker;

import io.github.asynqee.internal.metrics.EnqueueKind;
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
     * The task was stored, but is not known to be as durable as was asked for.
     *
     * @param reason why not
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
