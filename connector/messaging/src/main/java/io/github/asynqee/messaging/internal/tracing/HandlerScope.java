package io.github.asynqee.messaging.internal.tracing;

import io.github.asynqee.internal.delivery.Delivery;

/** Thread state during the call of a handler: the current span, and the log context. */
public interface HandlerScope {

    /** A scope without state. */
    HandlerScope NONE = () -> {};

    /** Restores the previous state. Called by the thread that opened the scope. Does not throw. */
    void close();

    /** Opens the scopes of a channel. */
    @FunctionalInterface
    interface Source {

        /** Opens {@link HandlerScope#NONE}. */
        Source NONE = delivery -> HandlerScope.NONE;

        /**
         * Opens the scope of an attempt that has begun. Does not throw.
         *
         * @param delivery the attempt
         * @return the scope; the calling thread closes it after the handler has returned
         */
        HandlerScope open(Delivery delivery);
    }
}
