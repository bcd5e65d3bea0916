package io.github.asynqee.worker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.protocol.TaskMessage;

/**
 * Finds the channel of a task: of those that consume its queue the one with the longest matching type prefix; or that of a
 * group: the one with the longest matching prefix of its name.
 */
final class Router {

    /** So many tasks of a queue may wait for lanes, even if there are fewer lanes. */
    private static final int LEAST_PARKING = 16;

    private final Map<String, List<Channel>> ofTasks = new HashMap<>();
    private final Map<String, List<Channel>> ofGroups = new HashMap<>();
    private final Map<String, Integer> priorities = new LinkedHashMap<>();

    /**
     * Creates the routes.
     *
     * @throws IllegalArgumentException if two channels claim the same queue and prefix
     */
    Router(List<Channel> channels) {
        for (Channel channel : channels) {
            channel.config().queues().forEach((queue, priority) -> {
                add(queue, channel);
                priorities.merge(queue, priority, Math::max);
            });
        }
        Comparator<Channel> longestFirst = Comparator.comparingInt((Channel c) -> c.config().prefix().length())
                .reversed();
        ofTasks.values().forEach(routes -> routes.sort(longestFirst));
        ofGroups.values().forEach(routes -> routes.sort(longestFirst));
    }

    private void add(String queue, Channel channel) {
        boolean groups = channel.config().handlesGroups();
        List<Channel> routes = (groups ? ofGroups : ofTasks).computeIfAbsent(queue, q -> new ArrayList<>());
        String prefix = channel.config().prefix();
        for (Channel other : routes) {
            if (other.config().prefix().equals(prefix)) {
                String what = groups ? "group" : "type";
                throw new IllegalArgumentException("channels " + other.config().name() + " and "
                        + channel.config().name() + " both consume "
                        + (prefix.isEmpty() ? "all " + what + "s" : what + " \"" + prefix + "\"") + " of queue \""
                        + queue + "\"; only one may");
            }
        }
        routes.add(channel);
    }

    /**
     * The channel of a task that is run by itself, or {@code null} if none wants it. One that belongs to a group was put
     * into its queue by hand: it is a group of one.
     */
    Channel route(TaskMessage message) {
        Channel ofGroup = message.group().isEmpty() ? null : routeGroup(message.queue(), message.group());
        return ofGroup != null ? ofGroup : route(message.queue(), message.type());
    }

    /** The channel of tasks of a type, or {@code null} if none wants it. */
    Channel route(String queue, String type) {
        return first(ofTasks, queue, type);
    }

    /** The channel of a group, or {@code null} if none handles it. */
    Channel routeGroup(String queue, String group) {
        return first(ofGroups, queue, group);
    }

    private static Channel first(Map<String, List<Channel>> routes, String queue, String name) {
        for (Channel channel : routes.getOrDefault(queue, List.of())) {
            if (name.startsWith(channel.config().prefix())) {
                return channel;
            }
        }
        return null;
    }

    /** Queue to priority: the highest any channel gives it. */
    Map<String, Integer> priorities() {
        return priorities;
    }

    /**
     * How many tasks of a queue can be taken: as many as its channel wants. If there are several channels, a task may turn
     * out to be for another one. Such tasks wait, so that those behind them are seen; never more of them than the queue's
     * channels have lanes or {@value #LEAST_PARKING}, whichever is more. The free lanes of channels of groups count only
     * where there are no others: hardly any task of a queue goes there. Those that do and wait count as all others.
     */
    int capacity(String queue) {
        List<Channel> single = ofTasks.getOrDefault(queue, List.of());
        List<Channel> groups = ofGroups.getOrDefault(queue, List.of());
        int wanted = 0;
        for (Channel channel : single.isEmpty() ? groups : single) {
            wanted += channel.wanted();
        }
        return wanted > 0 && isShared(queue) ? Math.min(wanted, room(single, groups)) : wanted;
    }

    private static int room(List<Channel> single, List<Channel> groups) {
        int lanes = 0;
        int waiting = 0;
        for (List<Channel> channels : List.of(single, groups)) {
            for (Channel channel : channels) {
                lanes += channel.lanes();
                waiting += channel.parked();
            }
        }
        return Math.max(LEAST_PARKING, lanes) - waiting;
    }

    /** Whether some channel takes tasks of both queues. */
    boolean shareLanes(String queue, String other) {
        return Stream.of(ofTasks, ofGroups).flatMap(routes -> routes.getOrDefault(queue, List.of()).stream())
                .anyMatch(channel -> channel.config().queues().containsKey(other));
    }

    /** Whether several channels share a queue, so that a task may wait though lanes are free. */
    boolean isShared(String queue) {
        return ofTasks.getOrDefault(queue, List.of()).size() + ofGroups.getOrDefault(queue, List.of()).size() > 1;
    }
}
