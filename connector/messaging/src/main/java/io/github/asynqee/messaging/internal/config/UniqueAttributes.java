package io.github.asynqee.messaging.internal.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.asynqee.TaskOptions;
import io.github.asynqee.Uniqueness;
import io.github.asynqee.Uniqueness.OnDuplicate;
import io.github.asynqee.Uniqueness.Until;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;
import org.jspecify.annotations.Nullable;

/**
 * Reads the uniqueness of the tasks of an outgoing channel, except {@code unique-for}: {@code unique-key},
 * {@code unique-until}, {@code on-duplicate}, {@code debounce} and {@code throttle}.
 */
final class UniqueAttributes {

    private static final String PAYLOAD = "payload";
    private static final String KEYS = PAYLOAD + ", type, header:<name> or json:/<member>/…";
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private UniqueAttributes() {}

    /**
     * Returns the source of the keys; {@code null} for the payload. Does not allow the key {@code queue} of limits,
     * because unique keys always belong to a queue and type.
     */
    static @Nullable String key(Properties properties) {
        Optional<Property> property = properties.find(Attribute.UNIQUE_KEY).filter(key -> !PAYLOAD.equals(key.value()));
        return property.map(key -> Limits.key(key, KEYS)).map(key -> {
            if (key.equals("queue")) {
                throw property.get().invalid(KEYS);
            }
            return key;
        }).orElse(null);
    }

    /** Adds these attributes to the options of a channel. */
    static TaskOptions over(TaskOptions options, Properties properties) {
        Optional<Property> debounce = properties.find(Attribute.DEBOUNCE);
        Optional<Property> throttle = properties.find(Attribute.THROTTLE);
        debounce.ifPresent(property -> requireAlone(property, properties, Attribute.THROTTLE, Attribute.PROCESS_IN,
                Attribute.UNIQUE_FOR, Attribute.UNIQUE_UNTIL, Attribute.ON_DUPLICATE));
        throttle.ifPresent(
                property -> requireAlone(property, properties, Attribute.UNIQUE_FOR, Attribute.UNIQUE_UNTIL));
        TaskOptions.Builder more = TaskOptions.builder();
        debounce.map(property -> property.duration(SHORTEST)).ifPresent(more::debounce);
        throttle.map(property -> property.duration(SHORTEST)).ifPresent(more::throttle);
        more.uniqueness(new Uniqueness(null,
                properties.find(Attribute.UNIQUE_UNTIL)
                        .map(property -> one(property, Until.values(),
                                "success, start or time; set the duration with unique-for"))
                        .orElse(null),
                properties.find(Attribute.ON_DUPLICATE)
                        .map(property -> one(property, OnDuplicate.values(), Attribute.ON_DUPLICATE.type()))
                        .orElse(null)));
        TaskOptions all = options.then(more.build());
        requireTime(all, properties);
        requirePlain(properties);
        return all;
    }

    private static void requireAlone(Property property, Properties properties, Attribute... others) {
        Stream.of(others).map(properties::own).flatMap(Optional::stream).findFirst().ifPresent(other -> {
            throw property
                    .invalid("without " + text(other) + ", because both determine when a task runs, or for how long or "
                            + "how it is unique");
        });
    }

    private static void requireTime(TaskOptions options, Properties properties) {
        if (options.uniqueFor() == null) {
            Stream.of(Attribute.UNIQUE_KEY, Attribute.UNIQUE_UNTIL, Attribute.ON_DUPLICATE).map(properties::find)
                    .flatMap(Optional::stream).findFirst().ifPresent(property -> {
                        throw property.invalid("together with " + Attribute.UNIQUE_FOR.key() + ", "
                                + Attribute.DEBOUNCE.key() + " or " + Attribute.THROTTLE.key()
                                + ", so that the key of a lost task expires");
                    });
        }
    }

    /**
     * Rejects rules for duplicates with groups and with the outbox: a group is handled as a whole, and the outbox
     * stores a task when its sender can no longer be notified.
     */
    private static void requirePlain(Properties properties) {
        Stream.of(properties.find(Attribute.GROUP),
                properties.find(Attribute.TRANSACTIONAL)
                        .filter(property -> property.value().equals(Transactional.OUTBOX.text())))
                .flatMap(Optional::stream).findFirst().ifPresent(reason -> {
                    refuse(properties.find(Attribute.DEBOUNCE), "left out", reason);
                    refuse(properties.find(Attribute.THROTTLE), "left out", reason);
                    refuse(properties.find(Attribute.UNIQUE_UNTIL), Until.SUCCESS.text(), reason);
                    refuse(properties.find(Attribute.ON_DUPLICATE), OnDuplicate.REJECT.text(), reason);
                });
    }

    private static void refuse(Optional<Property> set, String allowed, Property reason) {
        set.filter(property -> !property.value().equals(allowed)).ifPresent(property -> {
            throw property.invalid(allowed + ", because of " + text(reason));
        });
    }

    private static String text(Property property) {
        return property.name() + "=" + property.value();
    }

    private static <E extends Enum<E>> E one(Property property, E[] values, String allowed) {
        return Arrays.stream(values).filter(value -> value.name().toLowerCase(Locale.ROOT).equals(property.value()))
                .findFirst().orElseThrow(() -> property.invalid(allowed));
    }
}
