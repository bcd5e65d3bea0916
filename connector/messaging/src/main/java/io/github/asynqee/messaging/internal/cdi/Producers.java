package io.github.asynqee.messaging.internal.cdi;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.json.bind.JsonbBuilder;
import jakarta.json.bind.JsonbConfig;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.messaging.PeriodicTasks;
import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.messaging.internal.events.EventBridge;
import io.github.asynqee.messaging.internal.incoming.HandlerRegistry;
import io.github.asynqee.messaging.internal.payload.CodecModule;
import io.github.asynqee.messaging.internal.payload.CodecSupport;
import io.github.asynqee.messaging.internal.payload.LazyJsonb;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.messaging.internal.periodic.BeanMethodCaller;
import io.github.asynqee.messaging.internal.periodic.ConfiguredEntries;
import io.github.asynqee.messaging.internal.periodic.ScheduledPeriodicTasks;
import io.github.asynqee.messaging.internal.runtime.ApplicationLife;
import io.github.asynqee.messaging.internal.runtime.AsynqRuntime;
import io.github.asynqee.messaging.internal.runtime.PeriodicRuntime;
import io.github.asynqee.messaging.internal.threads.ContainerThreads;
import io.github.asynqee.messaging.internal.tracing.Tracing;
import io.github.asynqee.messaging.internal.transactions.TransactionModule;
import io.github.asynqee.messaging.internal.transactions.TransactionSupport;

/**
 * Produces {@link AsynqClient} and {@link PeriodicTasks} for the application, and beans for internal use. A
 * bean of type {@link JsonbConfig} in the application configures the encoding of payloads as JSON.
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
     * @param runtime the connector's runtime
     * @return the client
     */
    @Produces
    @Singleton
    AsynqClient client(AsynqRuntime runtime) {
        return runtime.client();
    }

    /**
     * The inspector of the Redis of {@code mp.messaging.connector.asynq.url}. It uses the connections of the connector.
     *
     * @param runtime the connector's runtime
     * @return the inspector
     */
    @Produces
    @Singleton
    Inspector inspector(AsynqRuntime runtime) {
        return runtime.inspector();
    }

    /**
     * The application's periodic tasks.
     *
     * @param runtime the runtime of periodic tasks
     * @return the tasks
     */
    @Produces
    @Singleton
    PeriodicTasks periodicTasks(PeriodicRuntime runtime) {
        return new ScheduledPeriodicTasks(runtime.scheduler());
    }

    @Produces
    @Singleton
    ConfiguredEntries cronEntries(BeanManager beans, Instance<RequestContextController> requestContexts) {
        return extension.cronEntries(method -> new BeanMethodCaller(method, beans, requestContexts::get));
    }

    @Produces
    @Singleton
    ApplicationLife life(BeanManager beans) {
        return extension.life(beans);
    }

    @Produces
    @Singleton
    Tracing tracing(BeanManager beans) {
        return Tracing.of(beans);
    }

    @Produces
    @Singleton
    TransactionModule transactions(Instance<TransactionSupport> support) {
        return TransactionModule.of(support);
    }

    @Produces
    @Singleton
    ApplicationConfig config(BeanManager beans) {
        return extension.config(beans);
    }

    @Produces
    @Singleton
    HandlerRegistry handlers() {
        return extension.handlers();
    }

    @Produces
    @Singleton
    EventBridge events(Event<Object> events) {
        return new EventBridge(events, extension.observers(), ContainerThreads.platform());
    }

    @Produces
    @Singleton
    Payloads payloads(Instance<JsonbConfig> jsonbConfig, Instance<CodecSupport> codecs) {
        return new Payloads(new LazyJsonb(() -> jsonbConfig.isResolvable() ? JsonbBuilder.create(jsonbConfig.get())
                : JsonbBuilder.create()), CodecModule.of(codecs));
    }
}
