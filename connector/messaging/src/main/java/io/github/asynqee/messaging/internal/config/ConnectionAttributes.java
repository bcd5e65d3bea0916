package io.github.asynqee.messaging.internal.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;

/** Reads connection attributes: URLs of Redis, and defaults for the parameters of all URLs. */
final class ConnectionAttributes {

    private static final List<Attribute> ALL = List.of(Attribute.CONNECT_TIMEOUT, Attribute.COMMAND_TIMEOUT,
            Attribute.MAX_CONNECTIONS, Attribute.TRUST_STORE, Attribute.TRUST_STORE_PASSWORD, Attribute.KEY_STORE,
            Attribute.KEY_STORE_PASSWORD, Attribute.TLS_VERIFY, Attribute.TLS_SERVER);

    private ConnectionAttributes() {}

    /** Returns the URL parameters that are set as attributes, with their values. */
    static Map<String, String> read(Properties properties) {
        Map<String, String> values = new TreeMap<>();
        for (Attribute attribute : ALL) {
            properties.find(attribute).ifPresent(property -> values.put(attribute.key(), text(attribute, property)));
        }
        return values;
    }

    private static String text(Attribute attribute, Property property) {
        return switch (attribute) {
            case CONNECT_TIMEOUT, COMMAND_TIMEOUT -> property.duration(Duration.ZERO).toMillis() + "ms";
            default -> property.value();
        };
    }

    /**
     * Returns the URL of the Redis. Validates it with the default parameters, because a store and its password belong
     * together.
     */
    static String url(Properties properties) {
        Map<String, String> defaults = read(properties);
        String url = properties.url();
        try {
            RedisConfig.of(url, defaults);
            return url;
        } catch (IllegalArgumentException e) {
            throw invalid(properties, defaults, e);
        }
    }

    /** Maps the error of an invalid parameter, whose message begins with the parameter's name, to its property. */
    private static ConfigurationException invalid(Properties properties, Map<String, String> defaults,
            IllegalArgumentException problem) {
        String reason = Optional.ofNullable(problem.getCause()).map(Throwable::getMessage).orElse("");
        return ALL.stream().filter(attribute -> reason.startsWith(attribute.key() + " ")
                && defaults.containsKey(attribute.key()) && !properties.url().contains(attribute.key() + "="))
                .findFirst().flatMap(properties::find)
                .map(property -> new ConfigurationException(property.name() + ": " + reason))
                .orElseGet(() -> new ConfigurationException(properties.find(Attribute.URL).map(Property::name)
                        .orElse(Attribute.URL.key()) + ": " + problem.getMessage()));
    }
}
