package io.github.asynqee.messaging.internal.config;

import java.time.Duration;

/**
 * How periodic tasks are enqueued; {@link Attribute} has meanings and defaults.
 *
 * @param enabled whether this node enqueues any
 * @param refreshInterval how often providers are asked
 */
public record CronSettings(boolean enabled, Duration refreshInterval) {

    static CronSettings read(Properties properties) {
        return new CronSettings(properties.get(Attribute.CRON_ENABLED, Property::bool, true),
                properties.get(Attribute.CRON_REFRESH_INTERVAL, property -> property.duration(Duration.ofSeconds(1)),
                        Duration.ofMinutes(3)));
    }
}
