package io.github.asynqee.internal.group;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.WaitingGroup;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.thread.PeriodicJob;

/**
 * Stages the groups that are due, the longest overdue first, and hands them to those who handle them, but never more than
 * they can begin with at once: a staged set has a deadline (protocol section 7.13). To be run again when it says, and
 * whenever somebody can begin with another set.
 */
public final class Aggregator implements PeriodicJob {

    private static final Logger LOG = System.getLogger(Aggregator.class.getName());
    /** How often it looks for new groups at least. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(7);

    private final GroupCommands groups;
    private final Clock clock;
    private final List<String> queues;
    private final Routes routes;
    private final Duration interval;
    /** Queues of which something failed in the last round in which all groups were looked at, or since. */
    private final Set<String> failing = new HashSet<>();
    private final Set<String> failedNow = new HashSet<>();
    /** Sets that are staged but could not be read yet. */
    private final Deque<Staged> unread = new ArrayDeque<>();
    private List<Due> due = List.of();
    private Instant lookAt = Instant.MIN;
    private volatile boolean waiting;
    private volatile boolean changed;

    /** Who handles a group. */
    @FunctionalInterface
    public interface Routes {

        /**
         * Finds who handles a group.
         *
         * @param queue the queue
         * @param group the group's name
         * @return who handles it, {@code null} if nobody here does
         */
        GroupConsumer consumer(String queue, String group);
    }

    private record Due(String queue, String group, GroupConsumer consumer, Instant at) {}

    private record Staged(String queue, String key, GroupConsumer consumer) {}

    /**
     * Creates the service.
     *
     * @param broker what it works on; its clock counts
     * @param queues the queues whose groups it looks at
     * @param routes who handles which group
     * @param shortestGracePeriod how often it must look for new groups, so that none of them waits much longer than it has
     *        to; every 7 s at least
     */
    public Aggregator(Broker broker, Collection<String> queues, Routes routes, Duration shortestGracePeriod) {
        this.groups = broker.groupCommands();
        this.clock = broker.clock();
        this.queues = List.copyOf(queues);
        this.routes = routes;
        this.interval = shortestGracePeriod.compareTo(LONGEST_REST) < 0 ? shortestGracePeriod : LONGEST_REST;
    }

    /**
     * Hands over what is due, as far as those who handle it can begin with it. What fails in one queue does not keep the
     * others waiting.
     *
     * @return how long it is until there may be something to do, if nobody becomes free meanwhile
     */
    @Override
    public Duration runOnce() {
        // whoever becomes free from now on may be too late for this run
        waiting = true;
        failedNow.clear();
        readAgain();
        boolean looks = changed || !clock.instant().isBefore(lookAt);
        changed = false;
        if (looks) {
            look();
        }
        List<Due> left = new ArrayList<>();
        for (Due group : due) {
            if (unlessBroken(group.queue(), () -> hand(group), false)) {
                left.add(group);
            }
        }
        due = left;
        if (looks) {
            failing.retainAll(failedNow);
        }
        waiting = !due.isEmpty() || !unread.isEmpty();
        Duration rest = Duration.between(clock.instant(), lookAt);
        return rest.isNegative() ? Duration.ZERO : rest;
    }

    /** Lets the next run look for new groups, whatever the time. */
    public void lookSoon() {
        changed = true;
    }

    /** @return whether there may be something to do as soon as somebody can begin with another set */
    public boolean isWaiting() {
        return waiting;
    }

    /** Finds the groups that are due, and when the next one is. */
    private void look() {
        Instant now = clock.instant();
        lookAt = now.plus(interval);
        List<Due> found = new ArrayList<>();
        for (String queue : queues) {
            List<WaitingGroup> waiting = unlessBroken(queue, () -> waiting(queue), List.of());
            for (WaitingGroup group : waiting) {
                GroupConsumer consumer = routes.consumer(queue, group.name());
                Instant at = consumer.limits().dueAt(group);
                if (!at.isAfter(now)) {
                    found.add(new Due(queue, group.name(), consumer, at));
                } else if (at.isBefore(lookAt)) {
                    lookAt = at;
                }
            }
        }
        found.sort(Comparator.comparing(Due::at));
        due = found;
    }

    private List<WaitingGroup> waiting(String queue) {
        List<String> handled = groups.list(queue).stream().filter(group -> routes.consumer(queue, group) != null)
                .toList();
        return handled.isEmpty() ? List.of() : groups.look(queue, handled);
    }

    /** Returns whether more of the group may be due than can be begun with now. */
    private boolean hand(Due group) {
        GroupConsumer consumer = group.consumer();
        int largest = consumer.limits().maxSize();
        while (consumer.capacity() > 0) {
            Optional<String> key = groups.stage(group.queue(), group.group(), consumer.limits());
            if (key.isEmpty()) {
                return false;
            }
            int size = hand(new Staged(group.queue(), key.get(), consumer));
            if (largest == 0 || size < largest) {
                return false;
            }
        }
        return true;
    }

    /** Returns how many were staged. */
    private int hand(Staged staged) {
        AggregationSet set;
        try {
            set = groups.read(staged.queue(), staged.key());
        } catch (RuntimeException e) {
            unread.add(staged);
            throw e;
        }
        if (set.deadline() == null) {
            return set.size();
        }
        dropUnusable(set);
        if (!set.members().isEmpty()) {
            staged.consumer().accept(set);
        }
        return set.size();
    }

    /** Members that cannot be handled leave the set, whatever becomes of the others. */
    private void dropUnusable(AggregationSet set) {
        List<MemberSettlement> settlements = new ArrayList<>();
        for (String id : set.vanished()) {
            LOG.log(Level.WARNING, "task {0} of group {1} in queue {2} has no message: taken out of the group", id,
                    set.group(), set.queue());
            settlements.add(new MemberSettlement(TaskMessage.quarantine(set.queue(), id, null), new Outcome.Done()));
        }
        for (AggregationSet.Unusable unusable : set.unusable()) {
            LOG.log(Level.WARNING, "task {0} of group {1} in queue {2} is archived: {3}", unusable.message().id(),
                    set.group(), set.queue(), unusable.reason());
            settlements.add(new MemberSettlement(unusable.message(), new Outcome.Archive(unusable.reason())));
        }
        if (!settlements.isEmpty()) {
            unlessBroken(set.queue(), () -> groups.settle(set, settlements), Optional.empty());
        }
    }

    /** Sets that could not be read are read before any other is staged; one that takes too long is put back by others. */
    private void readAgain() {
        for (int i = unread.size(); i > 0; i--) {
            Staged staged = unread.poll();
            if (staged.consumer().capacity() <= 0) {
                unread.add(staged);
            } else {
                unlessBroken(staged.queue(), () -> hand(staged), 0);
            }
        }
    }

    private <T> T unlessBroken(String queue, Supplier<T> step, T otherwise) {
        try {
            return step.get();
        } catch (RuntimeException e) {
            failedNow.add(queue);
            LOG.log(failing.add(queue) ? Level.WARNING : Level.DEBUG,
                    "groups of queue {0} cannot be handled, trying again: {1}", queue, e.getMessage());
            return otherwise;
        }
    }
}
