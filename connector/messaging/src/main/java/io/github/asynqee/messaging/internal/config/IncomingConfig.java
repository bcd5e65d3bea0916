package io.github.asynqee.messaging.internal.config;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;
import io.github.asynqee.messaging.internal.config.property.Scope;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.Limit;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of an incoming channel; {@link Attribute} has meanings and defaults.
 *
 * @param channel the channel's name
 * @param url the URL of its Redis
 * @param concurrency the number of lanes
 * @param executor source of handler threads: {@link #DEFAULT_EXECUTOR}, {@link #VIRTUAL_EXECUTOR} or a JNDI name
 * @param tasks which tasks it handles, and its failure policy
 * @param grouping its group settings
 * @param tracing how its attempts are traced
 * @param logContext whether log lines of its handlers contain the task
 * @param inbox its inbox, if it has one
 * @param maxSlice how long an attempt runs before the next attempt continues it; {@code null} for no limit
 */
public record IncomingConfig(String channel, String url, int concurrency, String executor, ChannelConfig tasks,
        Grouping grouping, TracingMode tracing, boolean logContext, Optional<InboxConfig> inbox,
        Optional<Duration> maxSlice) {

    /** Threads from the container's default ManagedThreadFactory. */
    public static final String DEFAULT_EXECUTOR = "default";
    /** Virtual threads. */
    public static final String VIRTUAL_EXECUTOR = "virtual";

    private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;

    /**
     * Reads and validates the configuration.
     *
     * @param config the application's MicroProfile Config
     * @param channel the channel's name
     * @return the configuration
     * @throws ConfigurationException if a value is invalid
     */
    public static IncomingConfig read(Config config, String channel) {
        Properties properties = Properties.ofChannel(config, Scope.INCOMING, channel);
        Map<String, Integer> queues = QueuePriorities.read(properties);
        String typePrefix = properties.text(Attribute.TYPE, "");
        return new IncomingConfig(channel, ConnectionAttributes.url(properties),
                properties.get(Attribute.CONCURRENCY, property -> property.integer(1, Integer.MAX_VALUE)),
                properties.get(Attribute.EXECUTOR, IncomingConfig::executor),
                limited(properties, queues,
                        new ChannelConfig(channel, queues, typePrefix, FailurePolicies.read(properties))
                                .withDeadLetters(DeadLetterQueues.read(properties, queues.keySet()))
                                .withVersions(
                                        properties.find(Attribute.VERSIONS).map(Property::versions).orElse(null))),
                Grouping.read(properties), properties.get(Attribute.TRACING, TracingMode::read),
                properties.get(Attribute.LOG_CONTEXT, Property::bool), InboxConfig.read(config, channel),
                properties.own(Attribute.MAX_SLICE).map(property -> property.duration(Duration.ofSeconds(1))));
    }

    private static ChannelConfig limited(Properties properties, Map<String, Integer> queues, ChannelConfig tasks) {
        Limit limit = Limits.read(properties, tasks.name());
        int shards = properties.get(Attribute.SHARDS, property -> property.integer(1, Shards.MAX));
        if (shards > 1 && tasks.hasPatterns()) {
            throw new ConfigurationException(Scope.INCOMING.prefix(tasks.name()) + Attribute.SHARDS.key() + "=" + shards
                    + " is invalid: queues matched by a pattern use the number of shards recorded in Redis, but "
                    + "the channel has the queues " + new TreeSet<>(queues.keySet()));
        }
        if (limit != null && shards > 1) {
            throw new ConfigurationException(String.join(", ", Limits.set(properties)) + ": channel " + tasks.name()
                    + " has " + shards + " shards, but a limit needs a queue without shards");
        }
        return limited(tasks, limit, String.join(", ", Limits.set(properties)) + ": ");
    }

    private static ChannelConfig limited(ChannelConfig tasks, @Nullable Limit limit, String attributes) {
        try {
            return tasks.withLimit(limit);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(attributes + e.getMessage());
        }
    }

    /**
     * The configuration as a channel of groups.
     *
     * @return the configuration
     * @throws ConfigurationException if it has a limit
     */
    public IncomingConfig forGroups() {
        ChannelConfig groups = new ChannelConfig(channel, tasks.queues(), "", tasks.policy(), grouping.groups())
                .withDeadLetters(tasks.deadLetters());
        return withTasks(limited(groups, tasks.limit(), ""));
    }

    /**
     * The configuration with other settings of its tasks.
     *
     * @param other which tasks it handles, and its failure policy
     * @return the configuration
     */
    public IncomingConfig withTasks(ChannelConfig other) {
        return new IncomingConfig(channel, url, concurrency, executor, other, grouping, tracing, logContext, inbox,
                maxSlice);
    }

    private static String executor(Property property) {
        int java = Runtime.version().feature();
        if (property.value().equals(VIRTUAL_EXECUTOR) && java < FIRST_JAVA_WITH_VIRTUAL_THREADS) {
            throw new ConfigurationException(property.name() + "=" + VIRTUAL_EXECUTOR + " needs Java "
                    + FIRST_JAVA_WITH_VIRTUAL_THREADS + " or later, but this is Java " + java);
        }
        return property.value();
    }
}
