package io.github.asynqee.messaging.internal.config;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;
import io.github.asynqee.worker.FailureLogging;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;

/** Reads the failure policy of a channel: {@code retry-delay} and the three lists of exceptions. */
final class FailurePolicies {

    private FailurePolicies() {}

    static FailurePolicy read(Properties properties) {
        RetryDelay delay = properties.get(Attribute.RETRY_DELAY, FailurePolicies::delay);
        return new FailurePolicy(delay, errors(properties, Attribute.SKIP_RETRY_ON),
                errors(properties, Attribute.REVOKE_ON), errors(properties, Attribute.IGNORE_FAILURE_ON),
                properties.get(Attribute.LOG_FAILURES, FailurePolicies::logging));
    }

    private static FailureLogging logging(Property property) {
        try {
            return FailureLogging.valueOf(property.value().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw property.invalid("summary, stack or none");
        }
    }

    private static RetryDelay delay(Property property) {
        try {
            return ConfiguredDelay.parse(property.value());
        } catch (IllegalArgumentException e) {
            throw property.invalid(ConfiguredDelay.FORM);
        }
    }

    private static Predicate<Throwable> errors(Properties properties, Attribute attribute) {
        List<Class<?>> classes = properties.get(attribute, FailurePolicies::classes, List.of());
        return classes.isEmpty() ? error -> false
                : error -> classes.stream().anyMatch(type -> type.isInstance(error));
    }

    private static List<Class<?>> classes(Property property) {
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        return property.list().stream().<Class<?>>map(name -> {
            try {
                Class<?> type = Class.forName(name, false, application);
                if (Throwable.class.isAssignableFrom(type)) {
                    return type;
                }
                throw property.invalid("a list of exception classes: " + name + " is not an exception");
            } catch (ClassNotFoundException | LinkageError e) {
                throw property.invalid("a list of exception classes: class not found: " + name);
            }
        }).toList();
    }
}
