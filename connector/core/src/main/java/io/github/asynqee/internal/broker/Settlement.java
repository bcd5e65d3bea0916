package io.github.asynqee.internal.broker;

import io.github.asynqee.internal.protocol.AttemptRecord;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;

/**
 * A lease and the outcome to write.
 *
 * @param lease the lease
 * @param outcome the outcome
 * @param attempt what is recorded with the task; nothing if the outcome deletes it
 */
public record Settlement(Lease lease, Outcome outcome, AttemptRecord attempt) {

    /** Without a record of the attempt. */
    public Settlement(Lease lease, Outcome outcome) {
        this(lease, outcome, AttemptRecord.NONE);
    }

    /** Result of writing a settlement. */
    public sealed interface Result {

        /** The outcome was written. */
        record Settled() implements Result {}

        /** The lease was lost: the task no longer belongs to the caller. Nothing was written. */
        record Lost() implements Result {}

        /**
         * The outcome was not written, or the result is ambiguous. May be retried while the lease is valid.
         *
         * @param error the error; an {@link AmbiguousResultException} if the outcome may have been written
         */
        record Failed(BrokerException error) implements Result {}
    }
}
