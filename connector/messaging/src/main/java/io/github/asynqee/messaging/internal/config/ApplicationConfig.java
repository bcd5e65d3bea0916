package io.github.asynqee.messaging.internal.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import io.github.asynqee.messaging.internal.config.property.AttributeCheck;
import io.github.asynqee.messaging.internal.config.property.ChannelNames;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.CronNames;
import io.github.asynqee.messaging.internal.config.property.Scope;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the connector in one application.
 *
 * @param connector the connector's settings
 * @param incoming channel name to configuration
 * @param outgoing channel name to configuration
 * @param cron name of a periodic task to configuration
 * @param shards the numbers of shards of queues
 */
public record ApplicationConfig(ConnectorConfig connector, Map<String, IncomingConfig> incoming,
        Map<String, OutgoingConfig> outgoing, Map<String, CronConfig> cron, ShardCounts shards) {

    /** Copies the maps. */
    public ApplicationConfig {
        incoming = Map.copyOf(incoming);
        outgoing = Map.copyOf(outgoing);
        cron = Map.copyOf(cron);
    }

    /**
     * The configuration, or its problems.
     *
     * @param config the configuration, {@code null} if there are problems
     * @param problems all problems
     */
    public record Result(@Nullable ApplicationConfig config, List<ConfigurationException> problems) {}

    /**
     * The configuration of an incoming channel.
     *
     * @param channel its name
     * @return the configuration
     * @throws ConfigurationException if there is none
     */
    public IncomingConfig incomingChannel(String channel) {
        return configured(incoming, Scope.INCOMING, channel);
    }

    /**
     * The configuration of an outgoing channel.
     *
     * @param channel its name
     * @return the configuration
     * @throws ConfigurationException if there is none
     */
    public OutgoingConfig outgoingChannel(String channel) {
        return configured(outgoing, Scope.OUTGOING, channel);
    }

    private static <C> C configured(Map<String, C> channels, Scope scope, String channel) {
        C config = channels.get(channel);
        if (config == null) {
            throw new ConfigurationException("channel " + channel + " is not configured: " + scope.prefix(channel)
                    + "connector was not asynq when the configuration was read");
        }
        return config;
    }

    /**
     * Reads and validates the configuration.
     *
     * @param config the application's MicroProfile Config
     * @return the configuration, or all its problems
     */
    public static Result read(Config config) {
        Set<String> incomingNames = ChannelNames.of(config, Scope.INCOMING);
        Set<String> outgoingNames = ChannelNames.of(config, Scope.OUTGOING);
        Set<String> cronNames = CronNames.of(config);
        List<ConfigurationException> problems = new ArrayList<>(
                AttributeCheck.run(config, incomingNames, outgoingNames, cronNames));
        ConnectorConfig connector = attempt(problems, () -> ConnectorConfig.read(config));
        Map<String, IncomingConfig> incoming = readAll(problems, incomingNames, config, IncomingConfig::read);
        Map<String, OutgoingConfig> outgoing = readAll(problems, outgoingNames, config, OutgoingConfig::read);
        Map<String, CronConfig> cron = readAll(problems, cronNames, config, CronConfig::read);
        ShardCounts shards = problems.isEmpty()
                ? attempt(problems, () -> ShardCounts.read(config, incomingNames, outgoingNames)) : null;
        return connector == null || shards == null ? new Result(null, distinct(problems))
                : new Result(new ApplicationConfig(connector, incoming, outgoing, cron, shards), List.of());
    }

    private static <C> Map<String, C> readAll(List<ConfigurationException> problems, Set<String> channels,
            Config config,
            BiFunction<Config, String, C> reader) {
        Map<String, C> read = new LinkedHashMap<>();
        for (String channel : channels) {
            C channelConfig = attempt(problems, () -> reader.apply(config, channel));
            if (channelConfig != null) {
                read.put(channel, channelConfig);
            }
        }
        return read;
    }

    private static <C> @Nullable C attempt(List<ConfigurationException> problems, Supplier<C> reader) {
        try {
            return reader.get();
        } catch (ConfigurationException e) {
            problems.add(e);
            return null;
        }
    }

    /** An invalid value of the connector is found again in each channel that inherits it: reports it once. */
    private static List<ConfigurationException> distinct(List<ConfigurationException> problems) {
        Map<String, ConfigurationException> byMessage = new LinkedHashMap<>();
        problems.forEach(problem -> byMessage.putIfAbsent(problem.getMessage(), problem));
        return List.copyOf(byMessage.values());
    }
}
