package io.github.asynqee.messaging.internal.tracing;

import io.github.asynqee.internal.delivery.Delivery;

/** What a thread has while it calls the handler of an attempt: the span, the context of log lines. */
public interface HandlerScope {

    /** Nothing. */
    HandlerScope NONE = () -> {};

    /** Restores what the thread had before. Called by the thread that has opened it; throws nothing. */
    void close();

    /** Opens the scopes of a channel. */
    @FunctionalInterface
    interface Source {

        /** Opens {@link HandlerScope#NONE}. */
        Source NONE = delivery -> HandlerScope.NONE;

        /**
         * Opens the scope of an attempt that has begun. Throws nothing.
         *
         * @param delivery the attempt
         * @return the scope; the calling thread closes it after the handler has returned
         */
        HandlerScope open(Delivery delivery);
    }
}
