package io.github.asynqee.messaging.internal.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;

/** Reads how connections are made: defaults for the parameters of all Redis URLs. */
final class ConnectionAttributes {

    private static final List<Attribute> ALL = List.of(Attribute.CONNECT_TIMEOUT, Attribute.COMMAND_TIMEOUT,
            Attribute.MAX_CONNECTIONS, Attribute.TRUST_STORE, Attribute.TRUST_STORE_PASSWORD, Attribute.KEY_STORE,
            Attribute.KEY_STORE_PASSWORD, Attribute.TLS_VERIFY, Attribute.TLS_SERVER);

    private ConnectionAttributes() {}

    /** Parameter of a Redis URL to its value, for those that are set. */
    static Map<String, String> read(Properties properties) {
        Map<String, String> values = new TreeMap<>();
        for (Attribute attribute : ALL) {
            properties.find(attribute).ifPresent(property -> values.put(attribute.key(), checked(attribute, property)));
        }
        return values;
    }

    private static String checked(Attribute attribute, Property property) {
        String value = switch (attribute) {
            case CONNECT_TIMEOUT, COMMAND_TIMEOUT -> property.duration(Duration.ZERO).toMillis() + "ms";
            default -> property.value();
        };
        try {
            RedisConfig.of(Attribute.URL.defaultValue(), Map.of(attribute.key(), value));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(property.name() + ": " + e.getCause().getMessage());
        }
        return value;
    }
}
