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
import org.jspecify.annotations.Nullable;

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
public record CronConfig(String name, boolean enabled, @Nullable String spec, @Nullable String zone,
        @Nullable String type, boolean ownQueue,
        TaskOptions options, @Nullable String payload, @Nullable CatchUp catchUp) {

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
                    properties.find(Attribute.SPEC).map(property -> checked(property, property.value())).orElse(null),
                    properties.find(Attribute.ZONE).map(CronConfig::zone).orElse(null),
                    properties.find(Attribute.TYPE).map(Property::value).orElse(null),
                    properties.own(Attribute.QUEUE).isPresent(),
                    OutgoingConfig.defaults(properties)
                            .then(TaskOptions.builder().headers(CronNames.headers(config, name)).build()),
                    properties.find(Attribute.PAYLOAD).map(Property::value).orElse(null),
                    properties.find(Attribute.CATCH_UP).map(CronConfig::catchUp).orElse(null));
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
