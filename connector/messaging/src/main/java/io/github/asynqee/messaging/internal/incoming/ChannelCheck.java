package io.github.asynqee.messaging.internal.incoming;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.github.asynqee.messaging.internal.config.Attribute;
import io.github.asynqee.messaging.internal.config.ConfigurationException;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.config.Scope;
import io.github.asynqee.worker.ChannelConfig;

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
                problems.addAll(clashes(valid.get(i), other));
            }
        }
        return problems;
    }

    private static List<ConfigurationException> problems(IncomingConfig channel, HandlerRegistry handlers) {
        List<ConfigurationException> problems = new ArrayList<>();
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
        return problems;
    }

    /** Channels that handle the same tasks or groups. */
    private static List<ConfigurationException> clashes(IncomingConfig one, IncomingConfig other) {
        boolean groups = one.tasks().handlesGroups();
        String prefix = prefix(one.tasks());
        if (!one.url().equals(other.url()) || groups != other.tasks().handlesGroups()
                || !prefix.equals(prefix(other.tasks()))) {
            return List.of();
        }
        String what = (groups ? "group" : "type") + (prefix.isEmpty() ? "s" : " " + prefix);
        return one.tasks().queues().keySet().stream().filter(other.tasks().queues()::containsKey).sorted()
                .map(queue -> new ConfigurationException(Scope.INCOMING.prefix(one.channel()) + "* and "
                        + Scope.INCOMING.prefix(other.channel()) + "* both consume "
                        + (prefix.isEmpty() ? "all " : "") + what + " of queue " + queue + ": only one channel may"))
                .toList();
    }

    private static String prefix(ChannelConfig config) {
        return config.handlesGroups() ? config.groups().prefix() : config.typePrefix();
    }
}
