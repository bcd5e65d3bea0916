package io.github.asynqee.messaging.internal.config;

import java.time.Duration;

import org.eclipse.microprofile.config.Config;

/**
 * The configuration of the application as a whole; {@link Attribute} has meanings and defaults.
 *
 * @param url which Redis, unless a channel has its own
 * @param maxWaiting how many tasks sent may wait for Redis
 * @param worker how tasks are taken
 * @param shutdownTimeout how long a stop waits for running tasks
 * @param cron how periodic tasks are enqueued
 * @param readinessEnabled whether there is a readiness check
 */
public record ConnectorConfig(String url, int maxWaiting, WorkerSettings worker, Duration shutdownTimeout,
        CronSettings cron, boolean readinessEnabled) {

    /**
     * Reads and checks the configuration.
     *
     * @param config the application's whole configuration
     * @return the configuration
     * @throws ConfigurationException if a value is wrong
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
