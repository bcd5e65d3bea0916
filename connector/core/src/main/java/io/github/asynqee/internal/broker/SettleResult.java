package io.github.asynqee.internal.broker;

import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;

/** Result of a settlement. */
public sealed interface SettleResult {

    /** The outcome was written. */
    record Settled() implements SettleResult {}

    /** The lease was lost: the task no longer belongs to the caller. Nothing was written. */
    record Lost() implements SettleResult {}

    /**
     * The outcome was not written, or the result is ambiguous. May be retried while the lease is valid.
     *
     * @param error the error; an {@link AmbiguousResultException} if the outcome may have been written
     */
    record Failed(BrokerException error) implements SettleResult {}
}
