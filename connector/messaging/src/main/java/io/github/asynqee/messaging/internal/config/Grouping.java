package io.github.asynqee.messaging.internal.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;
import io.github.asynqee.worker.GroupConfig;
import org.jspecify.annotations.Nullable;

/**
 * The group settings of an incoming channel; {@link Attribute} has meanings and defaults.
 *
 * @param wanted whether the channel handles groups, {@code null} if its handler decides
 * @param groups which groups it handles, and when
 * @param properties names of the channel's properties that require a channel of groups
 */
public record Grouping(@Nullable Boolean wanted, GroupConfig groups, List<String> properties) {

    /** No group attribute is set. */
    public static final Grouping UNSET = new Grouping(null, GroupConfig.DEFAULT, List.of());

    static Grouping read(Properties properties) {
        return new Grouping(properties.find(Attribute.GROUPED).map(Property::bool).orElse(null), groups(properties),
                Stream.of(Attribute.GROUP, Attribute.GROUP_GRACE_PERIOD, Attribute.GROUP_MAX_DELAY,
                        Attribute.GROUP_MAX_SIZE).map(properties::own).flatMap(Optional::stream).map(Property::name)
                        .toList());
    }

    private static GroupConfig groups(Properties properties) {
        return new GroupConfig(properties.text(Attribute.GROUP, ""),
                properties.get(Attribute.GROUP_GRACE_PERIOD, property -> property.duration(Duration.ofSeconds(1))),
                properties.get(Attribute.GROUP_MAX_DELAY, Property::secondsOrZero),
                properties.get(Attribute.GROUP_MAX_SIZE, property -> property.integer(0, Integer.MAX_VALUE)));
    }
}
