package io.github.asynqee.messaging.cdi;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.json.bind.JsonbBuilder;
import jakarta.json.bind.JsonbConfig;

import io.github.asynqee.client.AsynqClient;
import io.github.asynqee.messaging.config.ApplicationConfig;
import io.github.asynqee.messaging.events.EventObservers;
import io.github.asynqee.messaging.incoming.Handlers;
import io.github.asynqee.messaging.payload.LazyJsonb;
import io.github.asynqee.messaging.payload.Payloads;
import io.github.asynqee.messaging.runtime.AsynqRuntime;

/**
 * Beans: {@link AsynqClient} for the application, and what the connector needs itself. An application changes how
 * payloads become JSON with a bean of type {@link JsonbConfig}.
 */
@ApplicationScoped
public class Producers {

    @Inject
    private AsynqExtension extension;

    /** Creates the producers; done by the container. */
    public Producers() {}

    /**
     * The client for the Redis of {@code mp.messaging.connector.asynq.url}. Closed when the application stops.
     *
     * @param runtime has it
     * @return the client
     */
    @Produces
    @Singleton
    AsynqClient client(AsynqRuntime runtime) {
        return runtime.client();
    }

    @Produces
    @Singleton
    ApplicationConfig config() {
        return extension.config();
    }

    @Produces
    @Singleton
    Handlers handlers() {
        return extension.handlers();
    }

    @Produces
    @Singleton
    EventObservers observers() {
        return extension.observers();
    }

    @Produces
    @Singleton
    Payloads payloads(Instance<JsonbConfig> jsonbConfig) {
        return new Payloads(new LazyJsonb(() -> jsonbConfig.isResolvable() ? JsonbBuilder.create(jsonbConfig.get())
                : JsonbBuilder.create()));
    }
}
