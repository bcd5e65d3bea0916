package io.github.asynqee.messaging.internal.incoming;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.github.asynqee.messaging.internal.config.Attribute;
import io.github.asynqee.messaging.internal.config.ConfigurationException;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.config.Scope;
import io.github.asynqee.worker.ChannelConfig;

/** Finds what is wrong with channels of handlers once the handlers are known. */
public final class ChannelCheck {

    private ChannelCheck() {}

    /**
     * Looks at all channels.
     *
     * @param channels their configuration
     * @param handlers what the application's code says about them
     * @return everything that is wrong
     */
    public static List<ConfigurationException> run(Collection<IncomingConfig> channels, HandlerRegistry handlers) {
        List<ConfigurationException> problems = new ArrayList<>();
        List<IncomingConfig> sound = new ArrayList<>();
        for (IncomingConfig channel : channels) {
            List<ConfigurationException> own = problems(channel, handlers);
            problems.addAll(own);
            if (own.isEmpty()) {
                sound.add(handlers.configured(channel));
            }
        }
        for (int i = 0; i < sound.size(); i++) {
            for (IncomingConfig other : sound.subList(i + 1, sound.size())) {
                problems.addAll(clashes(sound.get(i), other));
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
                    + "=true cannot be used: groups need a handler that takes a List, and the one of this channel takes "
                    + handlers.payloadType(channel.channel()).getTypeName()));
        } else if (!handlers.handlesGroups(channel)) {
            channel.grouping().properties().forEach(property -> problems.add(new ConfigurationException(property
                    + " has no effect: channel " + channel.channel()
                    + " handles single tasks; groups need a handler that "
                    + "takes a List" + (takesLists ? " and " + prefix + Attribute.GROUPED.key() + "=true" : ""))));
        } else if (!channel.tasks().typePrefix().isEmpty()) {
            problems.add(new ConfigurationException(prefix + Attribute.TYPE.key() + " has no effect: channel "
                    + channel.channel() + " handles groups, whatever the types of their tasks; use " + prefix
                    + Attribute.GROUP.key() + " to choose groups, or " + prefix + Attribute.GROUPED.key()
                    + "=false if the List is the payload of a single task"));
        }
        return problems;
    }

    /** Two channels that claim the same tasks or groups. */
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
