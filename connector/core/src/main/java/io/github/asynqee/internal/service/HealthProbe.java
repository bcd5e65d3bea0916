package io.github.asynqee.internal.service;

import java.util.Optional;
import java.util.function.Consumer;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.redis.BrokerException;

/** Checks Redis periodically and passes the result to a callback (protocol section 7.12). */
public final class HealthProbe {

    private final Broker broker;
    private final Consumer<Optional<BrokerException>> callback;

    /**
     * Creates the service.
     *
     * @param broker the Redis to check
     * @param callback receives the error, or empty after a successful check
     */
    public HealthProbe(Broker broker, Consumer<Optional<BrokerException>> callback) {
        this.broker = broker;
        this.callback = callback;
    }

    /** Checks once. */
    public void runOnce() {
        callback.accept(check());
    }

    private Optional<BrokerException> check() {
        try {
            broker.status();
            return Optional.empty();
        } catch (BrokerException e) {
            return Optional.of(e);
        }
    }
}
