package io.github.asynqee.messaging.internal.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import io.github.asynqee.messaging.internal.config.property.Property;

/** How tasks take part in the JTA transaction of their sender. */
public enum Transactional {
    /** Not at all: a task is stored at once. */
    NONE,
    /** A task is stored in Redis after the commit. */
    AFTER_COMMIT,
    /** A task is a row of the application's database, and is stored in Redis after the commit. */
    OUTBOX;

    /** @return the value of the attribute */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Transactional read(Property property) {
        return Arrays.stream(values()).filter(value -> value.text().equals(property.value())).findFirst()
                .orElseThrow(() -> property.invalid(
                        Arrays.stream(values()).map(Transactional::text).collect(Collectors.joining(" or "))));
    }
}
