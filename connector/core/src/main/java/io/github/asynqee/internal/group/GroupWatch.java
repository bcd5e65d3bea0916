package io.github.asynqee.internal.group;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;
import io.github.asynqee.internal.broker.WaitingGroup;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.protocol.GroupRule;
import io.github.asynqee.worker.GroupConfig;

/**
 * Finds groups that are due. It stores when each group becomes due and checks only new groups and due groups in Redis,
 * because a task that joins a group makes it due later. In two cases a group becomes due earlier: it is full, or older
 * tasks returned to it. Therefore all groups are checked at an interval. This interval, and the interval at which the
 * names are listed, grow with the number of groups: together they take at most about 3 % of Redis' time.
 */
final class GroupWatch {

    /** Longest interval between two checks of all groups, unless there are many groups. */
    static final Duration MAX_INTERVAL = Duration.ofSeconds(7);
    /** Pause before a group that could not be staged is checked again. Times in Redis are whole seconds. */
    private static final Duration AGAIN = Duration.ofSeconds(1);
    /** Interval at which the rules of a queue are published while it has groups. */
    private static final Duration PUBLISHED = GroupRule.LIFE.dividedBy(3);
    /** Redis' time for one name in a list of all, and for size and age of one group. */
    private static final Duration PER_NAME = Duration.ofNanos(260);
    private static final Duration PER_GROUP = Duration.ofNanos(3_500);
    /** Rest as a multiple of the time taken: 1 % of Redis' time for names and new groups, 2 % for all groups. */
    private static final int NAMES_REST = 100;
    private static final int ALL_REST = 50;
    /** The time of a group that is due and waits for a lane. */
    private static final Instant IS_DUE = Instant.MAX;

    private final GroupCommands groups;
    private final Clock clock;
    private final Supplier<? extends Collection<String>> queues;
    private final Router router;
    private final Duration interval;
    private final QueueSteps steps;
    /** When the groups of each queue are checked again. */
    private final Map<String, Map<String, Instant>> known = new HashMap<>();
    private final Set<String> changed = ConcurrentHashMap.newKeySet();
    /** When the rules of each queue with groups are published again. */
    private final Map<String, Instant> publishAt = new HashMap<>();
    private List<Due> due = List.of();
    private Instant allAt = Instant.MIN;
    private Instant namesAt = Instant.MIN;
    /** Earliest time at which names may be listed because a queue has changed. */
    private Instant namesFrom = Instant.MIN;
    private Instant nextAt = Instant.MAX;
    private Instant lookedAt = Instant.MIN;

    /**
     * A group that is due.
     *
     * @param queue the queue
     * @param group the group's name
     * @param channel handles the group
     * @param at time from which it is due
     */
    record Due(String queue, String group, Channel channel, Instant at) {

        static Due of(String queue, WaitingGroup group, Channel channel) {
            return new Due(queue, group.name(), channel, limits(channel).dueAt(group));
        }

        GroupLimits limits() {
            return limits(channel);
        }

        private static GroupLimits limits(Channel channel) {
            GroupConfig config = channel.config().groups();
            return new GroupLimits(config.maxSize(), config.maxDelay(), config.gracePeriod());
        }
    }

    /**
     * @param groups the operations on groups
     * @param clock the clock of Redis
     * @param queues supplies the queues whose groups are searched
     * @param router finds the channel of a group
     * @param shortestGracePeriod interval of the check of all groups, at most 7 s, but longer if there are many groups
     * @param steps runs each step for a queue
     */
    GroupWatch(GroupCommands groups, Clock clock, Supplier<? extends Collection<String>> queues, Router router,
            Duration shortestGracePeriod, QueueSteps steps) {
        this.groups = groups;
        this.clock = clock;
        this.queues = queues;
        this.router = router;
        this.interval = shortestGracePeriod.compareTo(MAX_INTERVAL) < 0 ? shortestGracePeriod : MAX_INTERVAL;
        this.steps = steps;
    }

    /** A queue may have a new group. Called on any thread. */
    void changed(String queue) {
        changed.add(queue);
    }

    /** @return the groups that are due, the longest overdue first */
    List<Due> due() {
        return due;
    }

    /** Keeps the groups that are still due. */
    void keep(List<Due> left) {
        due = left;
    }

    /** Removes a group whose tasks were all staged. If tasks join it again, it is a new group. */
    void staged(Due group) {
        known.getOrDefault(group.queue(), new HashMap<>()).remove(group.group());
    }

    /** A group that seemed to be due is no longer due, or not due yet. */
    void notDue(Due group) {
        lookAgain(group, AGAIN);
    }

    /** A group could not be staged. */
    void failed(Due group) {
        lookAgain(group, interval);
    }

    private void lookAgain(Due group, Duration rest) {
        Instant at = clock.instant().plus(rest);
        known.getOrDefault(group.queue(), new HashMap<>()).replace(group.group(), at);
        nextAt = earlier(nextAt, at);
    }

    /** @return when {@link #look} must run next */
    Instant nextLook() {
        Instant names = changed.isEmpty() ? namesAt : namesFrom;
        return earlier(earlier(allAt, names), nextAt);
    }

    /**
     * Asks Redis about the groups that may have become due.
     *
     * @return whether all queues were read
     */
    boolean look() {
        Instant now = clock.instant();
        if (now.isBefore(lookedAt)) {
            // the clock was set back, for example by a fail-over to another Redis
            allAt = Instant.MIN;
            namesFrom = Instant.MIN;
            publishAt.clear();
        }
        lookedAt = now;
        boolean all = !now.isBefore(allAt);
        boolean names = all || !now.isBefore(namesAt);
        boolean some = !changed.isEmpty() && !now.isBefore(namesFrom);
        if (!names && !some && now.isBefore(nextAt)) {
            return false;
        }
        Collection<String> present = queues.get();
        known.keySet().retainAll(present);
        publishAt.keySet().retainAll(present);
        if (all) {
            due = List.of();
            known.values().forEach(ofQueue -> ofQueue.replaceAll((name, at) -> now));
        }
        if (names || some) {
            int added = list(present, names, now);
            if (!all) {
                namesFrom = namesFrom.plus(PER_GROUP.multipliedBy(added).multipliedBy(NAMES_REST));
            }
            Instant next = now.plus(interval);
            namesAt = next.isAfter(namesFrom) ? next : namesFrom;
        }
        if (all) {
            int count = known.values().stream().mapToInt(Map::size).sum();
            Duration rest = PER_GROUP.multipliedBy(count).multipliedBy(ALL_REST);
            allAt = now.plus(rest.compareTo(interval) > 0 ? rest : interval);
        }
        ask(now);
        return names;
    }

    /** Lists the groups of all queues, or of the queues that have changed; returns the number of new groups. */
    private int list(Collection<String> present, boolean all, Instant now) {
        Set<String> reported = Set.copyOf(changed);
        // before the read, because groups may change during it
        changed.removeAll(reported);
        int listed = 0;
        int added = 0;
        for (String queue : present) {
            if (all || reported.contains(queue)) {
                Set<String> names = steps.attempt(queue, () -> groups.list(queue), null);
                if (names != null) {
                    listed += names.size();
                    added += update(queue, names, now);
                    publish(queue, now);
                }
            }
        }
        namesFrom = now.plus(PER_NAME.multipliedBy(listed).multipliedBy(NAMES_REST));
        return added;
    }

    /** Publishes for tools when groups of a queue are due, if it has groups and the rules are not published yet. */
    private void publish(String queue, Instant now) {
        if (known.get(queue).isEmpty() || now.isBefore(publishAt.getOrDefault(queue, Instant.MIN))) {
            return;
        }
        publishAt.put(queue, now.plus(PUBLISHED));
        List<GroupRule> rules = router.routes(queue).stream().filter(route -> route.kind() == Demand.Kind.GROUP)
                .map(route -> route.channel().config().groups()).map(config -> new GroupRule(config.prefix(),
                        config.maxSize(), config.maxDelay(), config.gracePeriod()))
                .toList();
        steps.attempt(queue, () -> {
            groups.publish(queue, rules);
            return true;
        }, false);
    }

    /** Replaces the known groups of a queue and checks new groups. Returns the number of new groups. */
    private int update(String queue, Set<String> names, Instant now) {
        Map<String, Instant> ofQueue = known.computeIfAbsent(queue, any -> new HashMap<>());
        ofQueue.keySet().retainAll(names);
        int before = ofQueue.size();
        names.stream().filter(name -> router.routeGroup(queue, name) != null)
                .forEach(name -> ofQueue.putIfAbsent(name, now));
        return ofQueue.size() - before;
    }

    /** Checks the groups that are due. */
    private void ask(Instant now) {
        List<Due> found = new ArrayList<>(due);
        known.forEach((queue, ofQueue) -> {
            List<String> asked = ofQueue.entrySet().stream().filter(group -> !group.getValue().isAfter(now))
                    .map(Map.Entry::getKey).toList();
            // set before the call, in case the call fails
            asked.forEach(name -> ofQueue.put(name, now.plus(interval)));
            List<WaitingGroup> waiting = asked.isEmpty() ? null
                    : steps.attempt(queue, () -> groups.look(queue, asked), null);
            if (waiting != null) {
                asked.forEach(ofQueue::remove);
                for (WaitingGroup group : waiting) {
                    Due next = Due.of(queue, group, router.routeGroup(queue, group.name()));
                    boolean isDue = !next.at().isAfter(now);
                    ofQueue.put(group.name(), isDue ? IS_DUE : next.at());
                    if (isDue) {
                        found.add(next);
                    }
                }
            }
        });
        found.sort(Comparator.comparing(Due::at));
        due = found;
        nextAt = known.values().stream().flatMap(ofQueue -> ofQueue.values().stream()).min(Comparator.naturalOrder())
                .orElse(Instant.MAX);
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }
}
