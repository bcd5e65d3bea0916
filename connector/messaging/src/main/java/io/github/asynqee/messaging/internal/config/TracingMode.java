package io.github.asynqee.messaging.internal.config;

import java.util.Locale;

import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.Property;

/** How the attempts of tasks are in traces; values of {@link Attribute#TRACING}. */
public enum TracingMode {
    /** The first attempt of a task that is not delayed is in the trace of its sender; all others are linked. */
    PARENT,
    /** Each attempt is in a trace of its own, linked to the sender. */
    LINK,
    /** Nothing is traced, and headers are left as they are. */
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
