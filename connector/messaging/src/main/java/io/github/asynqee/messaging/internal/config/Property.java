package io.github.asynqee.messaging.internal.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A property that is set.
 *
 * @param name the property's full name
 * @param value its value, not blank
 */
record Property(String name, String value) {

    /** The exception that says that the value cannot be used. */
    ConfigurationException invalid(String allowed) {
        return new ConfigurationException(name + "=" + value + " cannot be used: it must be " + allowed);
    }

    int integer(int least, int most) {
        String allowed = most == Integer.MAX_VALUE ? "a whole number of at least " + least
                : "a whole number from " + least + " to " + most;
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw invalid(allowed);
    }

    boolean bool() {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw invalid("true or false");
        };
    }

    /** A duration of at least so much; zero is refused unless the least is zero. */
    Duration duration(Duration least) {
        Duration duration;
        try {
            duration = Durations.parse(value);
        } catch (IllegalArgumentException e) {
            throw invalid(Durations.FORM);
        }
        if (duration.compareTo(least) < 0) {
            throw invalid("at least " + Durations.format(least));
        }
        return duration;
    }

    /** A duration that asynq keeps in whole seconds: zero, or at least one second. */
    Duration secondsOrZero() {
        Duration duration = duration(Duration.ZERO);
        if (!duration.isZero() && duration.getSeconds() == 0) {
            throw invalid("0 or at least 1s");
        }
        return duration;
    }

    Instant instant() {
        try {
            return Instant.parse(value);
        } catch (DateTimeException e) {
            throw invalid("a time like 2030-12-31T23:59:59Z");
        }
    }

    List<String> list() {
        return Arrays.stream(value.split(",")).map(String::trim).filter(item -> !item.isEmpty()).toList();
    }
}
