package io.github.asynqee.messaging.internal.config.property;

import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.reactive.messaging.spi.ConnectorFactory;

/** Finds the channels of this connector. */
public final class ChannelNames {

    private static final String ENABLED = "enabled";

    private ChannelNames() {}

    /**
     * Returns the channels with {@code connector=asynq} and without {@code enabled=false}.
     *
     * @param config the application's MicroProfile Config
     * @param scope {@link Scope#INCOMING} or {@link Scope#OUTGOING}
     * @return their names
     */
    public static Set<String> of(Config config, Scope scope) {
        Set<String> channels = new TreeSet<>();
        for (String property : config.getPropertyNames()) {
            String channel = property.startsWith(scope.prefix()) ? channel(property.substring(scope.prefix().length()))
                    : "";
            if (!channel.isEmpty() && isOurs(config, scope, channel)) {
                channels.add(channel);
            }
        }
        return channels;
    }

    /**
     * The properties of this connector.
     *
     * @param properties properties of any kind
     * @return the names that begin with the connector's prefix, and {@code connector=asynq} of channels
     */
    public static Stream<String> ours(Properties properties) {
        return properties.stringPropertyNames().stream().sorted()
                .filter(name -> name.startsWith(Scope.CONNECTOR.prefix("asynq"))
                        || name.startsWith("mp.messaging.") && name.endsWith("." + ConnectorFactory.CONNECTOR_ATTRIBUTE)
                                && properties.getProperty(name).strip().equals("asynq"));
    }

    /** The channel in {@code channel.attribute} or {@code "channel.with.dots".attribute}; empty if absent. */
    static String channel(String rest) {
        if (rest.startsWith("\"")) {
            return rest.indexOf('"', 1) < 0 ? "" : rest.substring(1, rest.indexOf('"', 1));
        }
        int dot = rest.indexOf('.');
        return dot < 0 ? rest : rest.substring(0, dot);
    }

    private static boolean isOurs(Config config, Scope scope, String channel) {
        String prefix = scope.prefix(channel);
        return config.getOptionalValue(prefix + ConnectorFactory.CONNECTOR_ATTRIBUTE, String.class)
                .filter("asynq"::equals).isPresent()
                && config.getOptionalValue(prefix + ENABLED, String.class).map(String::strip)
                        .filter("false"::equalsIgnoreCase).isEmpty();
    }

    /** The attribute {@code enabled} of a channel, which {@link AttributeCheck} validates. */
    static Optional<Property> enabled(Config config, Scope scope, String channel) {
        return Property.find(config, scope.prefix(channel) + ENABLED);
    }
}
