package io.github.asynqee.worker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the channel of a task: of those that consume its queue the one with the longest matching type prefix. */
final class Router {

    private final Map<String, List<Channel>> byQueue = new HashMap<>();
    private final Map<String, Integer> priorities = new LinkedHashMap<>();

    /**
     * Creates the routes.
     *
     * @throws IllegalArgumentException if two channels claim the same queue and type prefix
     */
    Router(List<Channel> channels) {
        for (Channel channel : channels) {
            channel.config().queues().forEach((queue, priority) -> {
                add(queue, channel);
                priorities.merge(queue, priority, Math::max);
            });
        }
        byQueue.values().forEach(routes -> routes
                .sort(Comparator.comparingInt((Channel c) -> c.config().typePrefix().length()).reversed()));
    }

    private void add(String queue, Channel channel) {
        List<Channel> routes = byQueue.computeIfAbsent(queue, q -> new ArrayList<>());
        String prefix = channel.config().typePrefix();
        for (Channel other : routes) {
            if (other.config().typePrefix().equals(prefix)) {
                throw new IllegalArgumentException("channels " + other.config().name() + " and "
                        + channel.config().name() + " both consume "
                        + (prefix.isEmpty() ? "all types" : "type \"" + prefix + "\"") + " of queue \"" + queue
                        + "\"; only one may");
            }
        }
        routes.add(channel);
    }

    /** The channel of a task, or {@code null} if none wants its type. */
    Channel route(String queue, String type) {
        for (Channel channel : byQueue.get(queue)) {
            if (type.startsWith(channel.config().typePrefix())) {
                return channel;
            }
        }
        return null;
    }

    /** Queue to priority: the highest any channel gives it. */
    Map<String, Integer> priorities() {
        return priorities;
    }

    /** How many tasks of a queue can be taken without holding more than its channels have lanes. */
    int capacity(String queue) {
        int capacity = 0;
        for (Channel channel : byQueue.get(queue)) {
            capacity += channel.capacity();
        }
        return capacity;
    }
}
