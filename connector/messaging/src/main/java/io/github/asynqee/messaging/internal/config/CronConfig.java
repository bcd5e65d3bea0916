package io.github.asynqee.messaging.internal.config;

import java.util.Locale;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.CronNames;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;
import io.github.asynqee.messaging.internal.config.property.Scope;
import io.github.asynqee.periodic.CatchUp;
import io.github.asynqee.periodic.CronSpec;
import io.github.asynqee.periodic.InvalidCronSpecException;
import org.eclipse.microprofile.config.Config;

/**
 * The configuration of a periodic task; {@link Attribute} has meanings and defaults. Absent values are {@code null}:
 * the annotation of a payload method may set them.
 *
 * @param name the entry's name
 * @param enabled whether the entry is enabled
 * @param spec the schedule
 * @param zone the time zone of the spec
 * @param type the type of its tasks
 * @param ownQueue whether the queue is set for this entry rather than for the connector
 * @param options the options of its tasks
 * @param payload the payload of its tasks
 * @param catchUp the handling of missed ticks
 */
public record CronConfig(String name, boolean enabled, String spec, String zone, String type, boolean ownQueue,
        TaskOptions options, String payload, CatchUp catchUp) {

    /**
     * Reads and validates the configuration.
     *
     * @param config the application's MicroProfile Config
     * @param name the entry's name
     * @return the configuration
     * @throws ConfigurationException if a value is invalid
     */
    public static CronConfig read(Config config, String name) {
        Properties properties = Properties.ofChannel(config, Scope.CRON, name);
        try {
            return new CronConfig(name, properties.get(Attribute.ENABLED, Property::bool),
                    properties.get(Attribute.SPEC, property -> checked(property, property.value()), null),
                    properties.get(Attribute.ZONE, CronConfig::zone, null), properties.text(Attribute.TYPE, null),
                    properties.own(Attribute.QUEUE).isPresent(),
                    OutgoingConfig.defaults(properties)
                            .then(TaskOptions.builder().headers(CronNames.headers(config, name)).build()),
                    properties.text(Attribute.PAYLOAD, null),
                    properties.get(Attribute.CATCH_UP, CronConfig::catchUp, null));
        } catch (InvalidTaskException e) {
            throw new ConfigurationException(properties.prefix() + "*: " + e.getMessage());
        }
    }

    private static String checked(Property property, String spec) {
        try {
            CronSpec.parse(spec);
            return property.value();
        } catch (InvalidCronSpecException e) {
            throw new ConfigurationException(
                    property.name() + "=" + property.value() + " is invalid: " + e.getMessage());
        }
    }

    private static String zone(Property property) {
        return checked(property, CronSpec.inZone("@daily", property.value()));
    }

    private static CatchUp catchUp(Property property) {
        try {
            return CatchUp.valueOf(property.value().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw property.invalid("none, one or all");
        }
    }
}
