package io.github.asynqee.messaging.internal.config;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Durations;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;
import io.github.asynqee.worker.Limit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the limit of a channel: {@code max-running}, {@code rate-limit}, {@code limit-key} and {@code limit}, or
 * {@code fair-by}.
 */
final class Limits {

    private static final Pattern RATE = Pattern.compile("(\\d{1,9})/(\\d*[a-z]+)");

    private static final String QUEUE = "queue";

    private Limits() {}

    /** Reads the limit of a channel; {@code null} if no limit attribute is set. */
    static @Nullable Limit read(Properties properties, String channel) {
        List<String> set = set(properties);
        if (set.isEmpty()) {
            return null;
        }
        Optional<Property> fair = properties.find(Attribute.FAIR_BY);
        if (fair.isPresent()) {
            if (set.size() > 1) {
                throw new ConfigurationException(String.join(", ", set) + ": channel " + channel
                        + " has fair-by and a limit, but only one of them is allowed");
            }
            return checked(fair.get(), Limit.FairBy.KEYS, () -> new Limit.FairBy(fair.get().value()));
        }
        Optional<Property> named = properties.find(Attribute.LIMIT);
        String name = named.map(Limits::name).orElse(nameOf(channel));
        String key = properties.find(Attribute.LIMIT_KEY).map(property -> key(property, Limit.KEYS))
                .orElse(QUEUE);
        int running = properties.find(Attribute.MAX_RUNNING).map(property -> property.integer(1, Limit.MAX)).orElse(0);
        Limit.Rate rate = properties.find(Attribute.RATE_LIMIT).map(Limits::rate).orElse(null);
        Supplier<Limit> limit = () -> Limit.of(name, key, running, rate);
        return named.isEmpty() ? limit.get()
                : checked(named.get(), "with max-running and without limit-key, because it is a semaphore", limit);
    }

    /** Returns the names of the limit properties that are set. */
    static List<String> set(Properties properties) {
        return Stream.of(Attribute.MAX_RUNNING, Attribute.RATE_LIMIT, Attribute.LIMIT_KEY, Attribute.LIMIT,
                Attribute.FAIR_BY)
                .map(properties::find).flatMap(Optional::stream).map(Property::name).toList();
    }

    /** Derives the name of a limit from its channel, because channel names may contain any characters. */
    private static String nameOf(String channel) {
        String name = channel.replaceAll("[^\\w.-]", "_");
        return name.substring(0, Math.min(name.length(), Limit.MAX_NAME));
    }

    private static String name(Property property) {
        return checked(property, Limit.NAMES, () -> Limit.of(property.value(), QUEUE, 1, null).name());
    }

    /** Reads a limit key; see {@link Limit#key} for its forms. */
    static String key(Property property, String allowed) {
        return checked(property, allowed, () -> Limit.of("limit", property.value(), 0, null).key());
    }

    private static Limit.Rate rate(Property property) {
        return checked(property, "a number from 1 to " + Limit.MAX + " and a time from 1ms to 24h: 100/s, 5/10s",
                () -> {
                    Matcher rate = RATE.matcher(property.value());
                    if (!rate.matches()) {
                        throw new IllegalArgumentException(property.value());
                    }
                    String period = rate.group(2);
                    return new Limit.Rate(Integer.parseInt(rate.group(1)),
                            Durations.parse(Character.isDigit(period.charAt(0)) ? period : "1" + period));
                });
    }

    private static <T> T checked(Property property, String allowed, Supplier<T> read) {
        try {
            return read.get();
        } catch (IllegalArgumentException e) {
            throw property.invalid(allowed);
        }
    }
}
