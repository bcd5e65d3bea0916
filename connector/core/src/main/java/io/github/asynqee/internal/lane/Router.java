package io.github.asynqee.internal.lane;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.worker.ChannelConfig;

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
    /** Logical queue to priority. */
    private final Map<String, Integer> logicalPriorities = new LinkedHashMap<>();
    private volatile Consumed consumed;

    /**
     * The queues that are consumed.
     *
     * @param counts logical queue to number of shards
     * @param priorities queue to priority; of a queue with shards, each shard
     * @param logical shard to logical queue
     */
    private record Consumed(Map<String, Integer> counts, Map<String, Integer> priorities,
            Map<String, String> logical) {}

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
                logicalPriorities.merge(queue, priority, Math::max);
            });
        }
        Map<String, Integer> counts = new LinkedHashMap<>();
        logicalPriorities.keySet().forEach(queue -> counts.put(queue, shards.getOrDefault(queue, 1)));
        consumed = consumed(counts);
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

    private Consumed consumed(Map<String, Integer> counts) {
        Map<String, Integer> priorities = new LinkedHashMap<>();
        Map<String, String> logical = new HashMap<>();
        counts.forEach((queue, count) -> Shards.names(queue, count).forEach(shard -> {
            priorities.put(shard, logicalPriorities.get(queue));
            requireOne(shard, logical.put(shard, queue), queue);
        }));
        return new Consumed(Map.copyOf(counts), Collections.unmodifiableMap(priorities), logical);
    }

    /**
     * Adds shards to a queue. Calls from other threads see the queues before or after, all of them.
     *
     * @param queue a logical queue that is consumed
     * @param count the number of its shards from now on, at least the one until now
     * @throws IllegalArgumentException if one of them is consumed on its own; nothing is added
     */
    public synchronized void addShards(String queue, int count) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        logicalPriorities.keySet().forEach(each -> counts.put(each, each.equals(queue) ? count : shards(each)));
        consumed = consumed(counts);
    }

    /** The number of shards of a logical queue that are consumed, 0 if it is none. */
    public int shards(String queue) {
        return consumed.counts().getOrDefault(queue, 0);
    }

    /** The logical queues that are consumed. */
    public Set<String> logicalQueues() {
        return Collections.unmodifiableSet(logicalPriorities.keySet());
    }

    private static void requireOne(String shard, String known, String queue) {
        if (known != null && !known.equals(queue)) {
            throw new IllegalArgumentException("queue \"" + shard + "\" is a shard of queue \""
                    + (shard.equals(queue) ? known : queue) + "\" and cannot be consumed on its own");
        }
    }

    /** The logical queue of a queue that is consumed: the queue itself, unless it is a shard. */
    public String logical(String queue) {
        return consumed.logical().getOrDefault(queue, queue);
    }

    /**
     * The channel of a single task, or {@code null} if none handles it. A pending task that belongs to a group, for
     * example one moved there by a tool, is a group of one.
     */
    public Channel route(TaskMessage message) {
        Channel ofGroup = message.group().isEmpty() ? null : routeGroup(message.queue(), message.group());
        return ofGroup != null ? ofGroup : route(message.queue(), message.type());
    }

    /** The configuration of the channel of a single task, or {@code null} if none handles it. */
    public ChannelConfig configOf(TaskMessage message) {
        Channel channel = route(message);
        return channel == null ? null : channel.config();
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

    /** Queue to priority: the highest of its channels. Of a queue with shards, each shard that is consumed. */
    public Map<String, Integer> priorities() {
        return consumed.priorities();
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
