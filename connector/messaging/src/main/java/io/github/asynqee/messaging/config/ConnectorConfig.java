package io.github.asynqee.messaging.config;

import java.time.Duration;
import java.util.Locale;

import org.eclipse.microprofile.config.Config;

/**
 * The configuration of the application as a whole; {@link Attribute} has meanings and defaults.
 *
 * @param url which Redis, unless a channel has its own
 * @param strictPriority whether priorities are strict
 * @param shutdownTimeout how long a stop waits for running tasks
 * @param taskCheckInterval how often a queue is looked into that cannot be watched
 * @param fetchBatch how many tasks one round trip takes at most
 * @param failUnhandledTypes whether a task of a type no channel handles fails
 * @param unhandledTypeDelay otherwise, after how long it is offered again
 * @param maxWaiting how many tasks sent may wait for Redis
 * @param readinessEnabled whether there is a readiness check
 */
public record ConnectorConfig(String url, boolean strictPriority, Duration shutdownTimeout, Duration taskCheckInterval,
        int fetchBatch, boolean failUnhandledTypes, Duration unhandledTypeDelay, int maxWaiting,
        boolean readinessEnabled) {

    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(1);

    /**
     * Reads and checks the configuration.
     *
     * @param config the application's whole configuration
     * @return the configuration
     * @throws ConfigurationException if a value is wrong
     */
    public static ConnectorConfig read(Config config) {
        Properties properties = Properties.ofConnector(config);
        return new ConnectorConfig(properties.url(), properties.get(Attribute.STRICT_PRIORITY, Property::bool, false),
                properties.get(Attribute.SHUTDOWN_TIMEOUT, property -> property.duration(Duration.ZERO),
                        Duration.ofSeconds(8)),
                properties.get(Attribute.TASK_CHECK_INTERVAL, property -> property.duration(SHORTEST_INTERVAL),
                        Duration.ofSeconds(1)),
                properties.get(Attribute.FETCH_BATCH, property -> property.integer(1, 1000), 128),
                properties.get(Attribute.UNHANDLED_TYPE, ConnectorConfig::fails, false),
                properties.get(Attribute.UNHANDLED_TYPE_DELAY, property -> property.duration(Duration.ofSeconds(1)),
                        Duration.ofSeconds(30)),
                properties.get(Attribute.MAX_WAITING, property -> property.integer(1, Integer.MAX_VALUE), 10_000),
                properties.get(Attribute.HEALTH_READINESS_ENABLED, Property::bool, true));
    }

    private static boolean fails(Property property) {
        return switch (property.value().toLowerCase(Locale.ROOT)) {
            case "fail" -> true;
            case "return" -> false;
            default -> throw property.invalid("return or fail");
        };
    }
}
