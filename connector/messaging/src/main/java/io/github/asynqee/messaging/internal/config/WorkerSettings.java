package io.github.asynqee.messaging.internal.config;

import java.time.Duration;
import java.util.Locale;

import io.github.asynqee.worker.WorkerConfig;

/**
 * How the application's workers work; {@link Attribute} has meanings and defaults.
 *
 * @param strictPriority whether priorities are strict
 * @param fetchBatch how many tasks one round trip takes at most
 * @param maxPrefetch how many tasks a channel may take before it can run them
 * @param taskCheckInterval how often a queue is asked for tasks while its changes are not heard
 * @param delayedTaskCheckInterval how late what others schedule at short notice may be while changes are not heard
 * @param recoveryInterval how often tasks are looked for whose server is gone
 * @param maxRecoveries how often a task is tried again because its server went away; 0 for any number
 * @param healthCheckInterval how often Redis is asked how it is
 * @param janitorInterval how often completed tasks are deleted whose retention has ended
 * @param failUnhandledTypes whether a task of a type no channel handles fails
 * @param unhandledTypeDelay otherwise, how long one stands at the head of its queue until it is put aside
 */
public record WorkerSettings(boolean strictPriority, int fetchBatch, int maxPrefetch, Duration taskCheckInterval,
        Duration delayedTaskCheckInterval, Duration recoveryInterval, int maxRecoveries, Duration healthCheckInterval,
        Duration janitorInterval, boolean failUnhandledTypes, Duration unhandledTypeDelay) {

    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(1);

    static WorkerSettings read(Properties properties) {
        return new WorkerSettings(properties.get(Attribute.STRICT_PRIORITY, Property::bool, false),
                properties.get(Attribute.FETCH_BATCH, property -> property.integer(1, 1000), 128),
                properties.get(Attribute.MAX_PREFETCH, property -> property.integer(0, 500), 128),
                interval(properties, Attribute.TASK_CHECK_INTERVAL, 1),
                interval(properties, Attribute.DELAYED_TASK_CHECK_INTERVAL, 1),
                interval(properties, Attribute.RECOVERY_INTERVAL, 60),
                properties.get(Attribute.MAX_RECOVERIES, property -> property.integer(0, Integer.MAX_VALUE), 3),
                interval(properties, Attribute.HEALTH_CHECK_INTERVAL, 15),
                interval(properties, Attribute.JANITOR_INTERVAL, 8),
                properties.get(Attribute.UNHANDLED_TYPE, WorkerSettings::fails, false),
                properties.get(Attribute.UNHANDLED_TYPE_DELAY, property -> property.duration(Duration.ofSeconds(1)),
                        Duration.ofSeconds(30)));
    }

    private static Duration interval(Properties properties, Attribute attribute, int defaultSeconds) {
        return properties.get(attribute, property -> property.duration(SHORTEST_INTERVAL),
                Duration.ofSeconds(defaultSeconds));
    }

    private static boolean fails(Property property) {
        return switch (property.value().toLowerCase(Locale.ROOT)) {
            case "fail" -> true;
            case "return" -> false;
            default -> throw property.invalid("return or fail");
        };
    }

    /** @return a builder of the configuration of a worker, without what only the server has */
    public WorkerConfig.Builder toConfig() {
        WorkerConfig.Builder config = WorkerConfig.builder().strictPriority(strictPriority).fetchBatch(fetchBatch)
                .maxPrefetch(maxPrefetch).taskCheckInterval(taskCheckInterval)
                .delayedTaskCheckInterval(delayedTaskCheckInterval)
                .recoveryInterval(recoveryInterval).maxRecoveries(maxRecoveries)
                .healthCheckInterval(healthCheckInterval).janitorInterval(janitorInterval)
                .returnUnhandledTypesAfter(unhandledTypeDelay);
        return failUnhandledTypes ? config.failUnhandledTypes() : config;
    }
}
