package io.github.asynqee.internal.lane;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.shard.Shards;

/**
 * Finds the channel of a task: of the channels that consume its queue, the one with the longest matching type prefix.
 * The channel of a group is the one with the longest matching prefix of the group's name.
 */
public final class Router {

    /**
     * A rule that sends tasks of a queue to a channel.
     *
     * @param channel the channel
     * @param kind what the prefix is compared with
     * @param prefix the prefix of types or of names of groups
     */
    public record Route(Channel channel, Demand.Kind kind, String prefix) {}

    private final Map<String, List<Channel>> ofTasks = new HashMap<>();
    private final Map<String, List<Channel>> ofGroups = new HashMap<>();
    private final Map<String, Integer> priorities = new LinkedHashMap<>();
    /** Shard to logical queue. */
    private final Map<String, String> logical = new HashMap<>();

    /**
     * Creates the routes of queues without shards.
     *
     * @throws IllegalArgumentException if two channels claim the same queue and prefix
     */
    public Router(List<Channel> channels) {
        this(channels, Map.of());
    }

    /**
     * Creates the routes.
     *
     * @param shards queue to number of shards, of those with shards
     * @throws IllegalArgumentException if two channels claim the same queue and prefix, or a channel claims a shard of a
     *         queue that another one consumes
     */
    public Router(List<Channel> channels, Map<String, Integer> shards) {
        for (Channel channel : channels) {
            channel.config().queues().forEach((queue, priority) -> {
                add(queue, channel);
                Shards.names(queue, shards.getOrDefault(queue, 1)).forEach(shard -> {
                    priorities.merge(shard, priority, Math::max);
                    requireOne(shard, logical.put(shard, queue), queue);
                });
            });
        }
        Comparator<Channel> longestFirst = Comparator.comparingInt((Channel c) -> c.config().prefix().length())
                .reversed();
        ofTasks.values().forEach(routes -> routes.sort(longestFirst));
        ofGroups.values().forEach(routes -> routes.sort(longestFirst));
    }

    private void add(String queue, Channel channel) {
        List<Channel> routes = (channel.config().handlesGroups() ? ofGroups : ofTasks).computeIfAbsent(queue,
                q -> new ArrayList<>());
        for (Channel other : routes) {
            if (other.config().conflicts(channel.config()).contains(queue)) {
                throw new IllegalArgumentException("channels " + other.config().name() + " and "
                        + channel.config().name() + " both consume " + channel.config().received() + " of queue \""
                        + queue + "\"; only one may");
            }
        }
        routes.add(channel);
    }

    private static void requireOne(String shard, String known, String queue) {
        if (known != null && !known.equals(queue)) {
            throw new IllegalArgumentException("queue \"" + shard + "\" is a shard of queue \""
                    + (shard.equals(queue) ? known : queue) + "\" and cannot be consumed on its own");
        }
    }

    /** The logical queue of a queue that is consumed: the queue itself, unless it is a shard. */
    public String logical(String queue) {
        return logical.getOrDefault(queue, queue);
    }

    /**
     * The channel of a single task, or {@code null} if none handles it. A pending task that belongs to a group, for
     * example one moved there by a tool, is a group of one.
     */
    public Channel route(TaskMessage message) {
        Channel ofGroup = message.group().isEmpty() ? null : routeGroup(message.queue(), message.group());
        return ofGroup != null ? ofGroup : route(message.queue(), message.type());
    }

    /** The channel of tasks of a type, or {@code null} if none handles it. */
    public Channel route(String queue, String type) {
        return first(ofTasks, queue, type);
    }

    /** The channel of a group, or {@code null} if none handles it. */
    public Channel routeGroup(String queue, String group) {
        return first(ofGroups, queue, group);
    }

    private Channel first(Map<String, List<Channel>> routes, String queue, String name) {
        for (Channel channel : routes.getOrDefault(logical(queue), List.of())) {
            if (name.startsWith(channel.config().prefix())) {
                return channel;
            }
        }
        return null;
    }

    /** Queue to priority: the highest of its channels. Of a queue with shards, each shard. */
    public Map<String, Integer> priorities() {
        return priorities;
    }

    /** The routes of a queue, in the order in which they are tried. */
    public List<Route> routes(String queue) {
        return Stream
                .concat(routes(ofGroups, queue, Demand.Kind.GROUP), routes(ofTasks, queue, Demand.Kind.TYPE))
                .toList();
    }

    private Stream<Route> routes(Map<String, List<Channel>> channels, String queue, Demand.Kind kind) {
        return channels.getOrDefault(logical(queue), List.of()).stream()
                .map(channel -> new Route(channel, kind, channel.config().prefix()));
    }
}
