package io.github.asynqee.messaging.internal.incoming;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Scope;

/** Checks incoming channels against their handlers and against each other. */
public final class ChannelCheck {

    private ChannelCheck() {}

    /**
     * Checks all channels.
     *
     * @param channels their configuration
     * @param handlers the application's handlers
     * @return all problems
     */
    public static List<ConfigurationException> run(Collection<IncomingConfig> channels, HandlerRegistry handlers) {
        List<ConfigurationException> problems = new ArrayList<>();
        List<IncomingConfig> valid = new ArrayList<>();
        for (IncomingConfig channel : channels) {
            List<ConfigurationException> own = problems(channel, handlers);
            problems.addAll(own);
            if (own.isEmpty()) {
                valid.add(handlers.configured(channel));
            }
        }
        for (int i = 0; i < valid.size(); i++) {
            for (IncomingConfig other : valid.subList(i + 1, valid.size())) {
                problems.addAll(conflicts(valid.get(i), other));
            }
        }
        return problems;
    }

    private static List<ConfigurationException> problems(IncomingConfig channel, HandlerRegistry handlers) {
        List<ConfigurationException> problems = new ArrayList<>(checkpointProblems(channel, handlers));
        String prefix = Scope.INCOMING.prefix(channel.channel());
        boolean takesLists = handlers.elementType(channel.channel()) != null;
        if (Boolean.TRUE.equals(channel.grouping().wanted()) && !takesLists) {
            problems.add(new ConfigurationException(prefix + Attribute.GROUPED.key()
                    + "=true is invalid: groups require a handler with a List parameter, and the handler of this "
                    + "channel takes "
                    + handlers.payloadType(channel.channel()).getTypeName()));
        } else if (!handlers.handlesGroups(channel)) {
            channel.grouping().properties().forEach(property -> problems.add(new ConfigurationException(property
                    + " has no effect: channel " + channel.channel()
                    + " handles single tasks; groups require a handler "
                    + "with a List parameter"
                    + (takesLists ? " and " + prefix + Attribute.GROUPED.key() + "=true" : ""))));
        } else if (!channel.tasks().typePrefix().isEmpty()) {
            problems.add(new ConfigurationException(prefix + Attribute.TYPE.key() + " has no effect: channel "
                    + channel.channel() + " handles groups, whose tasks may have any type; use " + prefix
                    + Attribute.GROUP.key() + " to select groups, or " + prefix + Attribute.GROUPED.key()
                    + "=false if the List is the payload of a single task"));
        }
        if (handlers.handlesGroups(channel) && channel.tasks().versions() != null) {
            problems.add(new ConfigurationException(prefix + Attribute.VERSIONS.key() + " has no effect: channel "
                    + channel.channel() + " handles groups, whose tasks may have any version"));
        }
        return problems;
    }

    private static List<ConfigurationException> checkpointProblems(IncomingConfig channel,
            HandlerRegistry handlers) {
        List<ConfigurationException> problems = new ArrayList<>();
        String prefix = Scope.INCOMING.prefix(channel.channel());
        boolean hasCheckpoint = handlers.cursorType(channel.channel()) != null;
        if (!hasCheckpoint && channel.maxSlice().isPresent()) {
            problems.add(new ConfigurationException(prefix + Attribute.MAX_SLICE.key()
                    + " has no effect: the handler of the channel has no Checkpoint parameter, with which it could "
                    + "end an attempt"));
        }
        if (hasCheckpoint && handlers.handlesGroups(channel)) {
            problems.add(new ConfigurationException(prefix + Attribute.GROUPED.key()
                    + "=false is missing: a group cannot have "
                    + "a Checkpoint; with it the List is the payload of a single task"));
        }
        if (hasCheckpoint && channel.inbox().isPresent()) {
            problems.add(new ConfigurationException(prefix + Attribute.INBOX_DATASOURCE.key()
                    + " is invalid: a handler with a Checkpoint cannot run in one transaction; a rollback would undo "
                    + "its writes but not its cursor"));
        }
        return problems;
    }

    /** Channels of the same Redis that receive the same tasks or groups. */
    private static List<ConfigurationException> conflicts(IncomingConfig one, IncomingConfig other) {
        if (!one.url().equals(other.url())) {
            return spellings(one, other);
        }
        return one.tasks().conflicts(other.tasks()).stream()
                .map(queue -> new ConfigurationException(Scope.INCOMING.prefix(one.channel()) + "* and "
                        + Scope.INCOMING.prefix(other.channel()) + "* both consume " + one.tasks().received()
                        + " of queue " + queue + ": only one channel may"))
                .toList();
    }

    /**
     * Finds different URLs of one Redis: the channels would have two workers, each without handlers for the other's
     * tasks.
     */
    private static List<ConfigurationException> spellings(IncomingConfig one, IncomingConfig other) {
        if (!RedisConfig.of(one.url()).isSameRedis(RedisConfig.of(other.url()))) {
            return List.of();
        }
        return one.tasks().queues().keySet().stream().filter(other.tasks().queues()::containsKey).sorted()
                .map(queue -> new ConfigurationException(
                        Scope.INCOMING.prefix(one.channel()) + Attribute.URL.key() + " and "
                                + Scope.INCOMING.prefix(other.channel()) + Attribute.URL.key() + " are different, "
                                + RedisConfig
                                        .of(one.url())
                                + " and " + RedisConfig.of(other.url())
                                + ", but name the same Redis, and both channels consume queue "
                                + queue + ": the URLs must be equal"))
                .toList();
    }
}
