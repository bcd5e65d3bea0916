package io.github.asynqee.internal.broker;

import io.github.asynqee.AmbiguousResultException;
import io.github.asynqee.BrokerException;

/** What became of a settlement. */
public sealed interface SettleResult {

    /** It is written. */
    record Settled() implements SettleResult {}

    /** The task is not the caller's any more; nothing was written. */
    record Lost() implements SettleResult {}

    /**
     * It was not written, or that is not known. It may be tried again while the lease lasts.
     *
     * @param error why; an {@link AmbiguousResultException} if it may be written all the same
     */
    record Failed(BrokerException error) implements SettleResult {}
}
