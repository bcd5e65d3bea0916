package io.github.asynqee.messaging.internal.config;

import java.util.Optional;
import java.util.Set;

import io.github.asynqee.internal.protocol.QueuePattern;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;
import io.github.asynqee.worker.DeadLetterQueue;
import org.jspecify.annotations.Nullable;

/** Reads the dead-letter queue of a channel: {@code dead-letter-queue} and {@code dead-letter-type}. */
final class DeadLetterQueues {

    private DeadLetterQueues() {}

    /**
     * The dead-letter queue of a channel.
     *
     * @param consumed the queues that the channel consumes
     * @return {@code null} if there is none, or if it is the connector's queue and the channel itself consumes it
     */
    static @Nullable DeadLetterQueue read(Properties properties, Set<String> consumed) {
        Optional<Property> queue = properties.find(Attribute.DEAD_LETTER_QUEUE);
        if (queue.isEmpty()) {
            properties.own(Attribute.DEAD_LETTER_TYPE).ifPresent(property -> {
                throw new ConfigurationException(property.name() + "=" + property.value()
                        + " has no effect without " + Attribute.DEAD_LETTER_QUEUE.key());
            });
            return null;
        }
        String name = QueuePriorities.name(queue.get(), queue.get().value());
        if (QueuePattern.best(consumed, name).isPresent()) {
            if (properties.own(Attribute.DEAD_LETTER_QUEUE).isPresent()) {
                throw queue.get().invalid("a queue that the channel itself does not consume");
            }
            return null;
        }
        return new DeadLetterQueue(name, properties.find(Attribute.DEAD_LETTER_TYPE).map(Property::value).orElse(null));
    }
}
