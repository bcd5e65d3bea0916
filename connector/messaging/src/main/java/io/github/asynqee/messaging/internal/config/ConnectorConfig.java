package io.github.asynqee.messaging.internal.config;

import java.time.Duration;

import org.eclipse.microprofile.config.Config;

/**
 * The configuration of the connector; {@link Attribute} has meanings and defaults.
 *
 * @param url the URL of the default Redis
 * @param maxWaiting the maximum number of tasks waiting to be stored
 * @param worker settings of workers
 * @param shutdownTimeout how long a shutdown waits for running tasks
 * @param cron settings of periodic tasks
 * @param readinessEnabled whether there is a readiness check
 */
public record ConnectorConfig(String url, int maxWaiting, WorkerSettings worker, Duration shutdownTimeout,
        CronSettings cron, boolean readinessEnabled) {

    /**
     * Reads and validates the configuration.
     *
     * @param config the application's MicroProfile Config
     * @return the configuration
     * @throws ConfigurationException if a value is invalid
     */
    public static ConnectorConfig read(Config config) {
        Properties properties = Properties.ofConnector(config);
        return new ConnectorConfig(properties.url(),
                properties.get(Attribute.MAX_WAITING, property -> property.integer(1, Integer.MAX_VALUE), 10_000),
                WorkerSettings.read(properties), properties.get(Attribute.SHUTDOWN_TIMEOUT,
                        property -> property.duration(Duration.ZERO), Duration.ofSeconds(8)),
                CronSettings.read(properties),
                properties.get(Attribute.HEALTH_READINESS_ENABLED, Property::bool, true));
    }
}
