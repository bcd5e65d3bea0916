package io.github.asynqee.messaging.internal.config;

import java.time.Duration;
import java.util.Optional;

import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;
import io.github.asynqee.messaging.internal.config.property.Scope;
import org.eclipse.microprofile.config.Config;

/**
 * The inbox of an incoming channel; {@link Attribute} has meanings and defaults.
 *
 * @param dataSource the JNDI name of its database
 * @param create whether its table is created if it is missing
 * @param retention how long to remember a handled task
 */
public record InboxConfig(String dataSource, boolean create, Duration retention) {

    private static final Duration MIN_RETENTION = Duration.ofHours(1);

    /**
     * Reads and validates the configuration.
     *
     * @param config the application's MicroProfile Config
     * @param channel the channel's name
     * @return the inbox of the channel; empty if it has none
     * @throws ConfigurationException if a value is invalid
     */
    public static Optional<InboxConfig> read(Config config, String channel) {
        Properties properties = Properties.ofChannel(config, Scope.INCOMING, channel);
        boolean create = properties.get(Attribute.INBOX_CREATE, Property::bool);
        Duration retention = properties.get(Attribute.INBOX_RETENTION, property -> property.duration(MIN_RETENTION));
        return properties.own(Attribute.INBOX_DATASOURCE)
                .map(name -> new InboxConfig(name.value(), create, retention));
    }
}
