package io.github.asynqee.messaging.internal.config;

import java.time.Duration;

import io.github.asynqee.Durability;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.VersionRange;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;
import io.github.asynqee.messaging.internal.config.property.Scope;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of an outgoing channel; {@link Attribute} has meanings and defaults.
 *
 * @param channel the channel's name
 * @param url the URL of its Redis
 * @param type the default type of tasks
 * @param defaults the default options of tasks
 * @param uniqueKey the source of the keys of unique tasks: {@code type}, {@code header:<name>} or
 *        {@code json:<pointer>}; {@code null} for the payload
 * @param tracing how its tasks are traced
 * @param durability the durability of its tasks
 * @param transactional how tasks take part in the transaction of their sender
 * @param codec how payloads are encoded before they are stored
 */
public record OutgoingConfig(String channel, String url, String type, TaskOptions defaults,
        @Nullable String uniqueKey, TracingMode tracing, Durability durability, Transactional transactional,
        CodecConfig codec) {

    /**
     * Reads and validates the configuration.
     *
     * @param config the application's MicroProfile Config
     * @param channel the channel's name
     * @return the configuration
     * @throws ConfigurationException if a value is invalid
     */
    public static OutgoingConfig read(Config config, String channel) {
        Properties properties = Properties.ofChannel(config, Scope.OUTGOING, channel);
        try {
            return new OutgoingConfig(channel, ConnectionAttributes.url(properties),
                    properties.text(Attribute.TYPE, channel),
                    UniqueAttributes.over(defaults(properties), properties), UniqueAttributes.key(properties),
                    properties.get(Attribute.TRACING, TracingMode::read),
                    durability(properties), properties.get(Attribute.TRANSACTIONAL, Transactional::read),
                    CodecConfig.read(properties));
        } catch (InvalidTaskException e) {
            throw new ConfigurationException(properties.prefix() + "*: " + e.getMessage());
        }
    }

    static Durability durability(Properties properties) {
        int replicas = properties.get(Attribute.DURABILITY_REPLICAS,
                property -> property.integer(1, Integer.MAX_VALUE));
        Duration timeout = properties.get(Attribute.DURABILITY_TIMEOUT, OutgoingConfig::timeout);
        return properties.get(Attribute.DURABILITY, property -> switch (property.value()) {
            case "memory" -> Durability.MEMORY;
            case "replica" -> Durability.replicas(replicas).within(timeout);
            case "disk" -> Durability.DISK.within(timeout);
            default -> throw property.invalid("memory, replica or disk");
        });
    }

    private static Duration timeout(Property property) {
        Duration limit = property.duration(Duration.ofMillis(1));
        try {
            return Durability.DISK.within(limit).timeout();
        } catch (IllegalArgumentException e) {
            throw property.invalid("from 1ms to 1m");
        }
    }

    static TaskOptions defaults(Properties properties) {
        TaskOptions.Builder options = TaskOptions.builder();
        options.queue(properties.get(Attribute.QUEUE, property -> QueuePriorities.name(property, property.value())));
        properties.find(Attribute.MAX_RETRY).map(property -> property.integer(0, Integer.MAX_VALUE))
                .ifPresent(options::maxRetry);
        properties.find(Attribute.TIMEOUT).map(Property::secondsOrZero).ifPresent(options::timeout);
        properties.find(Attribute.DEADLINE).map(Property::instant).ifPresent(options::deadline);
        properties.find(Attribute.RETENTION).map(Property::secondsOrZero).ifPresent(options::retention);
        properties.find(Attribute.UNIQUE_FOR).map(property -> property.duration(Duration.ofSeconds(1)))
                .ifPresent(options::uniqueFor);
        properties.find(Attribute.PROCESS_IN).map(property -> property.duration(Duration.ZERO))
                .ifPresent(options::processIn);
        properties.find(Attribute.GROUP).map(Property::value).ifPresent(options::group);
        properties.find(Attribute.VERSION).map(property -> property.integer(1, VersionRange.MAX))
                .ifPresent(version -> options.header(Task.VERSION_HEADER, String.valueOf(version)));
        return options.build();
    }
}
