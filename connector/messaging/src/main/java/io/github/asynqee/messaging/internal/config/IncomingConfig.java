package io.github.asynqee.messaging.internal.config;

import java.util.Map;
import java.util.Optional;

import io.github.asynqee.worker.ChannelConfig;
import org.eclipse.microprofile.config.Config;

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
 * @param logContext whether the lines of its handlers have the task
 * @param inbox its inbox, if it has one
 */
public record IncomingConfig(String channel, String url, int concurrency, String executor, ChannelConfig tasks,
        Grouping grouping, TracingMode tracing, boolean logContext, Optional<InboxConfig> inbox) {

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
        return new IncomingConfig(channel, properties.url(),
                properties.get(Attribute.CONCURRENCY, property -> property.integer(1, Integer.MAX_VALUE)),
                properties.get(Attribute.EXECUTOR, IncomingConfig::executor),
                new ChannelConfig(channel, queues, typePrefix, FailurePolicies.read(properties))
                        .withDeadLetters(DeadLetterQueues.read(properties, queues.keySet())),
                Grouping.read(properties), properties.get(Attribute.TRACING, TracingMode::read),
                properties.get(Attribute.LOG_CONTEXT, Property::bool), InboxConfig.read(config, channel));
    }

    /** @return the configuration as a channel of groups */
    public IncomingConfig forGroups() {
        return new IncomingConfig(channel, url, concurrency, executor,
                new ChannelConfig(channel, tasks.queues(), "", tasks.policy(), grouping.groups(),
                        tasks.deadLetters()),
                grouping, tracing, logContext, inbox);
    }

    private static String executor(Property property) {
        int java = Runtime.version().feature();
        if (property.value().equals(VIRTUAL_EXECUTOR) && java < FIRST_JAVA_WITH_VIRTUAL_THREADS) {
            throw new ConfigurationException(property.name() + "=" + VIRTUAL_EXECUTOR + " needs Java "
                    + FIRST_JAVA_WITH_VIRTUAL_THREADS + " or later, and this is Java " + java);
        }
        return property.value();
    }
}
