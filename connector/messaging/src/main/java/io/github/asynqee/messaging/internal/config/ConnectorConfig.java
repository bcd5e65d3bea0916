package io.github.asynqee.messaging.internal.config;

import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

import io.github.asynqee.Durability;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;
import io.github.asynqee.worker.WorkerConfig;
import org.eclipse.microprofile.config.Config;

/**
 * The configuration of the connector; {@link Attribute} has meanings and defaults.
 *
 * @param url the URL of the default Redis
 * @param connections defaults of the parameters of Redis URLs
 * @param maxWaiting the maximum number of tasks waiting to be stored
 * @param durability the durability of tasks of the injected client
 * @param worker creates builders with the settings of workers
 * @param shutdownTimeout how long a shutdown waits for running tasks
 * @param cronEnabled whether this node enqueues periodic tasks
 * @param cronRefreshInterval the interval at which providers of periodic tasks are queried
 * @param readinessEnabled whether there is a readiness check
 * @param livenessEnabled whether there is a liveness check
 * @param metricsEnabled whether the metrics of the node are published
 * @param tracing how the tasks of the injected client are traced
 * @param transactional how tasks of the injected client take part in the transaction of their sender
 * @param outbox the outbox of the application
 * @param codec how payloads are encoded before they are stored
 */
public record ConnectorConfig(String url, Map<String, String> connections, int maxWaiting, Durability durability,
        Supplier<WorkerConfig.Builder> worker,
        Duration shutdownTimeout, boolean cronEnabled, Duration cronRefreshInterval, boolean readinessEnabled,
        boolean livenessEnabled, boolean metricsEnabled, TracingMode tracing, Transactional transactional,
        OutboxConfig outbox, CodecConfig codec) {

    /**
     * Reads and validates the configuration.
     *
     * @param config the application's MicroProfile Config
     * @return the configuration
     * @throws ConfigurationException if a value is invalid
     */
    public static ConnectorConfig read(Config config) {
        Properties properties = Properties.ofConnector(config);
        WorkerAttributes.read(properties);
        return new ConnectorConfig(ConnectionAttributes.url(properties), ConnectionAttributes.read(properties),
                properties.get(Attribute.MAX_WAITING, property -> property.integer(1, Integer.MAX_VALUE)),
                OutgoingConfig.durability(properties), () -> WorkerAttributes.read(properties),
                properties.get(Attribute.SHUTDOWN_TIMEOUT, property -> property.duration(Duration.ZERO)),
                properties.get(Attribute.CRON_ENABLED, Property::bool),
                properties.get(Attribute.CRON_REFRESH_INTERVAL, property -> property.duration(Duration.ofSeconds(1))),
                properties.get(Attribute.HEALTH_READINESS_ENABLED, Property::bool),
                properties.get(Attribute.HEALTH_LIVENESS_ENABLED, Property::bool),
                properties.get(Attribute.METRICS_ENABLED, Property::bool),
                properties.get(Attribute.TRACING, TracingMode::read),
                properties.get(Attribute.TRANSACTIONAL, Transactional::read), OutboxConfig.read(properties),
                CodecConfig.read(properties));
    }
}
