package io.github.asynqee.internal.service;

import java.util.Optional;
import java.util.function.Consumer;

import io.github.asynqee.BrokerException;
import io.github.asynqee.internal.broker.Broker;

/** Asks Redis how it is and tells whoever wants to know (protocol section 7.12). */
public final class HealthProbe {

    private final Broker broker;
    private final Consumer<Optional<BrokerException>> callback;

    /**
     * Creates the service.
     *
     * @param broker what is asked
     * @param callback gets the error, or nothing if Redis is well
     */
    public HealthProbe(Broker broker, Consumer<Optional<BrokerException>> callback) {
        this.broker = broker;
        this.callback = callback;
    }

    /** Asks once. */
    public void runOnce() {
        callback.accept(ask());
    }

    private Optional<BrokerException> ask() {
        try {
            broker.status();
            return Optional.empty();
        } catch (BrokerException e) {
            return Optional.of(e);
        }
    }
}
