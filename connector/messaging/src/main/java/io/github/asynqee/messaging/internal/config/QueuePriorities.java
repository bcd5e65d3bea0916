package io.github.asynqee.messaging.internal.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import io.github.asynqee.internal.protocol.QueueName;
import io.github.asynqee.internal.protocol.QueuePattern;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;

/** The queues of an incoming channel: {@code queue} or {@code queues} of the channel, or else of the connector. */
final class QueuePriorities {

    private static final String FORM = "queues with priorities of at least 1, like critical=6,default=3,low=1";

    /** The notation of other tools for priorities. */
    private static final Pattern LIKE_A_PRIORITY = Pattern.compile("[^=]+:\\d+");

    private QueuePriorities() {}

    static Map<String, Integer> read(Properties properties) {
        return choose(properties.own(Attribute.QUEUE), properties.own(Attribute.QUEUES))
                .or(() -> choose(properties.inherited(Attribute.QUEUE), properties.inherited(Attribute.QUEUES)))
                .orElse(Map.of(Attribute.QUEUE.defaultValue(), 1));
    }

    private static Optional<Map<String, Integer>> choose(Optional<Property> queue, Optional<Property> queues) {
        if (queue.isPresent() && queues.isPresent()) {
            throw new ConfigurationException(
                    queue.get().name() + " and " + queues.get().name() + " are both set: set only one of them");
        }
        return queue.map(property -> Map.of(one(property), 1))
                .or(() -> queues.map(QueuePriorities::several));
    }

    private static Map<String, Integer> several(Property property) {
        Map<String, Integer> priorities = new LinkedHashMap<>();
        for (String item : property.list()) {
            if (LIKE_A_PRIORITY.matcher(item).matches()) {
                throw property
                        .invalid(FORM + "; a queue whose name ends in a colon and a number must have a priority");
            }
            int equals = item.lastIndexOf('=');
            String queue = name(property, equals < 0 ? item : item.substring(0, equals).trim());
            int priority = equals < 0 ? 1 : priority(property, item.substring(equals + 1).trim());
            if (priorities.put(queue, priority) != null) {
                throw property.invalid("a list without duplicate queues");
            }
        }
        if (priorities.isEmpty()) {
            throw property.invalid(FORM);
        }
        return priorities;
    }

    private static String one(Property property) {
        String queue = name(property, property.value());
        if (QueuePattern.isOne(queue)) {
            throw property.invalid("the name of one queue; for a pattern, set "
                    + Attribute.QUEUES.key() + "=" + queue);
        }
        return queue;
    }

    private static int priority(Property property, String text) {
        try {
            int priority = Integer.parseInt(text);
            if (priority >= 1) {
                return priority;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw property.invalid(FORM);
    }

    /** Validates the name of a queue. */
    static String name(Property property, String queue) {
        try {
            return QueueName.require(queue);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    property.name() + "=" + property.value() + " is invalid: " + e.getMessage());
        }
    }
}
