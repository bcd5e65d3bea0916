package io.github.asynqee.internal.broker;

import io.github.asynqee.AmbiguousResultException;
import io.github.asynqee.BrokerException;

/** What became of a task that was to be stored. */
public sealed interface StoreResult {

    /** It is stored. */
    record Stored() implements StoreResult {}

    /** Another task of its queue has its ID. */
    record IdTaken() implements StoreResult {}

    /** Another task holds its uniqueness lock. */
    record Duplicate() implements StoreResult {}

    /**
     * It was not stored, or that is not known.
     *
     * @param error why; an {@link AmbiguousResultException} if it may be stored all the same
     */
    record Failed(BrokerException error) implements StoreResult {}
}
