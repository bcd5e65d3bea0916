package io.github.asynqee.messaging.internal.config;

import java.util.Locale;

import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.Property;

/** How attempts of tasks are traced; values of {@link Attribute#TRACING}. */
public enum TracingMode {
    /**
     * The first attempt of a task without delay joins the sender's trace; all other attempts are linked to the sender.
     */
    PARENT,
    /** Each attempt starts a new trace, linked to the sender. */
    LINK,
    /** Nothing is traced; headers are not changed. */
    NONE;

    static TracingMode read(Property property) {
        for (TracingMode mode : values()) {
            if (mode.name().toLowerCase(Locale.ROOT).equals(property.value())) {
                return mode;
            }
        }
        throw property.invalid("parent, link or none");
    }
}
