package io.github.asynqee.messaging.internal.config;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;
import io.github.asynqee.worker.WorkerConfig;

/** Reads the settings of workers into the builder of their configuration, which has the defaults. */
final class WorkerAttributes {

    private static final Duration MIN_INTERVAL = Duration.ofMillis(1);

    private WorkerAttributes() {}

    static WorkerConfig.Builder read(Properties properties) {
        WorkerConfig.Builder worker = WorkerConfig.builder();
        properties.find(Attribute.STRICT_PRIORITY).map(Property::bool).ifPresent(worker::strictPriority);
        properties.find(Attribute.FETCH_BATCH).map(property -> property.integer(1, WorkerConfig.MAX_FETCH_BATCH))
                .ifPresent(worker::fetchBatch);
        properties.find(Attribute.MAX_PREFETCH).map(property -> property.integer(0, WorkerConfig.MAX_PREFETCH))
                .ifPresent(worker::maxPrefetch);
        properties.find(Attribute.MAX_RECOVERIES).map(property -> property.integer(0, Integer.MAX_VALUE))
                .ifPresent(worker::maxRecoveries);
        properties.find(Attribute.ATTEMPT_HISTORY)
                .map(property -> property.integer(0, WorkerConfig.MAX_ATTEMPT_HISTORY))
                .ifPresent(worker::attemptHistory);
        properties.find(Attribute.STATISTICS).map(Property::bool).ifPresent(worker::statistics);
        interval(properties, Attribute.TASK_CHECK_INTERVAL, worker::taskCheckInterval);
        interval(properties, Attribute.DELAYED_TASK_CHECK_INTERVAL, worker::delayedTaskCheckInterval);
        interval(properties, Attribute.RECOVERY_INTERVAL, worker::recoveryInterval);
        interval(properties, Attribute.HEALTH_CHECK_INTERVAL, worker::healthCheckInterval);
        interval(properties, Attribute.JANITOR_INTERVAL, worker::janitorInterval);
        properties.find(Attribute.UNHANDLED_TYPE_DELAY).map(property -> property.duration(Duration.ofSeconds(1)))
                .ifPresent(worker::returnUnhandledTypesAfter);
        if (properties.get(Attribute.UNHANDLED_TYPE, WorkerAttributes::fails)) {
            worker.failUnhandledTypes();
        }
        return worker;
    }

    private static void interval(Properties properties, Attribute attribute, Consumer<Duration> setter) {
        properties.find(attribute).map(property -> property.duration(MIN_INTERVAL)).ifPresent(setter);
    }

    private static boolean fails(Property property) {
        return switch (property.value().toLowerCase(Locale.ROOT)) {
            case "fail" -> true;
            case "return" -> false;
            default -> throw property.invalid("return or fail");
        };
    }
}
