package io.github.asynqee.internal.lane;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.internal.broker.AdmissionRule;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.protocol.QueuePattern;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.TaskVersion;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.worker.ChannelConfig;

/**
 * Finds the channel of a task. Among the channels that consume its queue, the longest matching type prefix decides; if
 * several channels have this prefix, the version decides. If no channel handles the version, other workers run the
 * task. For a group, the longest matching prefix of the group's name decides. A queue that no channel names is consumed
 * by the channels with the longest matching pattern.
 */
public final class Router {

    /**
     * A rule that sends tasks of a queue to a channel.
     *
     * @param channel the channel
     * @param kind whether the prefix is compared with types or groups
     * @param prefix the prefix of types or of names of groups
     * @param rule decides which of its tasks may start; {@code null} if all may
     */
    public record Route(Channel channel, Demand.Kind kind, String prefix, AdmissionRule rule) {}

    /** The channels of tasks, and of groups, by the queue or the pattern of queues in their configuration. */
    private final Map<String, List<Channel>> ofTasks = new HashMap<>();
    private final Map<String, List<Channel>> ofGroups = new HashMap<>();
    /** Logical queue, or pattern of queues, to priority. */
    private final Map<String, Integer> places = new LinkedHashMap<>();
    private final List<Channel> channels;
    private volatile Consumed consumed;

    /**
     * The queues that are consumed.
     *
     * @param counts logical queue to number of shards
     * @param priorities queue to priority; if a queue has shards, each shard to priority
     * @param logical shard to logical queue
     * @param found logical queue to pattern, for queues found by a pattern
     */
    private record Consumed(Map<String, Integer> counts, Map<String, Integer> priorities,
            Map<String, String> logical, Map<String, String> found) {}

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
     * @param shards queue to number of shards, for queues with shards
     * @throws IllegalArgumentException if two channels claim the same queue and prefix, or a channel claims a shard of
     *         a queue that another channel consumes
     */
    public Router(List<Channel> channels, Map<String, Integer> shards) {
        this.channels = List.copyOf(channels);
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (Channel channel : channels) {
            channel.config().queues().forEach((queue, priority) -> {
                add(queue, channel);
                places.merge(queue, priority, Math::max);
                if (!QueuePattern.isOne(queue)) {
                    counts.put(queue, shards.getOrDefault(queue, 1));
                }
            });
        }
        consumed = consumed(counts, Map.of());
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

    private Consumed consumed(Map<String, Integer> counts, Map<String, String> found) {
        Map<String, Integer> priorities = new LinkedHashMap<>();
        Map<String, String> logical = new HashMap<>();
        counts.forEach((queue, count) -> Shards.names(queue, count).forEach(shard -> {
            priorities.put(shard, places.get(found.getOrDefault(queue, queue)));
            requireOne(shard, logical.put(shard, queue), queue);
        }));
        return new Consumed(Collections.unmodifiableMap(counts), Collections.unmodifiableMap(priorities), logical,
                found);
    }

    /**
     * Adds shards to a queue. The change is atomic for other threads.
     *
     * @param queue a logical queue that is consumed
     * @param count the new number of shards, not less than the current number
     * @throws IllegalArgumentException if a channel already consumes one of the shards as a queue; nothing is added
     */
    public synchronized void addShards(String queue, int count) {
        Map<String, Integer> counts = new LinkedHashMap<>(consumed.counts());
        counts.put(queue, count);
        consumed = consumed(counts, consumed.found());
    }

    /** Whether a queue is not consumed, and a pattern matches it. */
    public boolean isWanted(String queue) {
        return !consumed.priorities().containsKey(queue)
                && QueuePattern.best(places.keySet(), queue).filter(QueuePattern::isOne).isPresent();
    }

    /**
     * Adds queues that patterns match. The change is atomic for other threads.
     *
     * @param queues {@linkplain #isWanted wanted} logical queues to their numbers of shards
     * @throws IllegalArgumentException if a channel already consumes one of the shards as a queue; nothing is added
     */
    public synchronized void addQueues(Map<String, Integer> queues) {
        Map<String, Integer> counts = new LinkedHashMap<>(consumed.counts());
        Map<String, String> found = new HashMap<>(consumed.found());
        queues.forEach((queue, count) -> QueuePattern.best(places.keySet(), queue).ifPresent(pattern -> {
            counts.put(queue, count);
            found.put(queue, pattern);
        }));
        consumed = consumed(counts, found);
    }

    /** Whether there are patterns, so that queues may be added. */
    public boolean hasPatterns() {
        return places.keySet().stream().anyMatch(QueuePattern::isOne);
    }

    /** Priorities for the queue order: a logical queue, or a pattern for all queues found by it, to priority. */
    public Map<String, Integer> places() {
        return Collections.unmodifiableMap(places);
    }

    /**
     * The name of a consumed queue's entry in the queue order: the pattern that found the queue, or else its logical
     * queue.
     */
    public String place(String queue) {
        Consumed now = consumed;
        String logical = now.logical().getOrDefault(queue, queue);
        return now.found().getOrDefault(logical, logical);
    }

    /** All channels. */
    public List<Channel> channels() {
        return channels;
    }

    /** The number of shards of a logical queue that are consumed, 0 if the queue is not a consumed logical queue. */
    public int shards(String queue) {
        return consumed.counts().getOrDefault(queue, 0);
    }

    /** The logical queues that are consumed. */
    public Set<String> logicalQueues() {
        return consumed.counts().keySet();
    }

    /** The queues that are consumed because the configuration names them; for a queue with shards, all its shards. */
    public Set<String> namedQueues() {
        Consumed now = consumed;
        return now.logical().entrySet().stream().filter(queue -> !now.found().containsKey(queue.getValue()))
                .map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    /** Whether a channel handles groups of a queue. */
    public boolean handlesGroups(String queue) {
        return ofGroups.containsKey(place(queue));
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
        return ofGroup != null ? ofGroup
                : first(ofTasks, message.queue(), message.type(), () -> TaskVersion.of(message));
    }

    /** Whether the type of a task is handled, in its version or in others. */
    public boolean handlesType(TaskMessage message) {
        return ofTasks.getOrDefault(place(message.queue()), List.of()).stream()
                .anyMatch(channel -> message.type().startsWith(channel.config().prefix()));
    }

    /** The configuration of the channel of a single task, or {@code null} if none handles it. */
    public ChannelConfig configOf(TaskMessage message) {
        Channel channel = route(message);
        return channel == null ? null : channel.config();
    }

    /** The channel of tasks of a type without a version, or {@code null} if none handles it. */
    public Channel route(String queue, String type) {
        return first(ofTasks, queue, type, () -> TaskVersion.NONE);
    }

    /** The channel of a group, or {@code null} if none handles it. */
    public Channel routeGroup(String queue, String group) {
        return first(ofGroups, queue, group, () -> TaskVersion.NONE);
    }

    private Channel first(Map<String, List<Channel>> routes, String queue, String name, IntSupplier version) {
        String prefix = null;
        for (Channel channel : routes.getOrDefault(place(queue), List.of())) {
            ChannelConfig config = channel.config();
            if (prefix == null ? name.startsWith(config.prefix()) : config.prefix().equals(prefix)) {
                if (config.versions() == null || config.versions().contains(version.getAsInt())) {
                    return channel;
                }
                prefix = config.prefix();
            }
        }
        return null;
    }

    /** Queue to the highest priority of its channels. If a queue has shards, each consumed shard is listed. */
    public Map<String, Integer> priorities() {
        return consumed.priorities();
    }

    /** Queue to its rules. A queue without rules is not in the map. */
    public Map<String, List<AdmissionRule>> rules() {
        Map<String, List<AdmissionRule>> all = new HashMap<>();
        for (String queue : priorities().keySet()) {
            List<AdmissionRule> rules = routes(queue).stream().map(Route::rule).filter(Objects::nonNull).distinct()
                    .toList();
            if (!rules.isEmpty()) {
                all.put(queue, rules);
            }
        }
        return all;
    }

    /** The routes of a queue, in the order in which they are tried. */
    public List<Route> routes(String queue) {
        return Stream
                .concat(routes(ofGroups, queue, Demand.Kind.GROUP), routes(ofTasks, queue, Demand.Kind.TYPE))
                .toList();
    }

    private Stream<Route> routes(Map<String, List<Channel>> routes, String queue, Demand.Kind kind) {
        return routes.getOrDefault(place(queue), List.of()).stream()
                .map(channel -> new Route(channel, kind, channel.config().prefix(), channel.rule()));
    }
}
