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
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.WaitingGroup;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.worker.GroupConfig;

/**
 * Stages the groups that are due, the longest overdue first, and passes them on, but never more than their channels
 * have free lanes for: a staged set has a deadline (protocol section 7.13). Runs at the returned time, and when a lane
 * becomes free.
 */
public final class Aggregator implements PeriodicJob {

    private static final Logger LOG = System.getLogger(Aggregator.class.getName());
    /** Longest interval between two searches for new groups. */
    private static final Duration MAX_INTERVAL = Duration.ofSeconds(7);

    private final GroupCommands groups;
    private final Clock clock;
    private final Supplier<? extends Collection<String>> queues;
    private final Router router;
    private final BiConsumer<Channel, AggregationSet> onStaged;
    private final Duration interval;
    private final FailureLog failures = new FailureLog(LOG);
    /** Queues with a failure in the current run. */
    private final Set<String> failedNow = new HashSet<>();
    /** Sets that are staged but could not be read yet. */
    private final Deque<Staged> unread = new ArrayDeque<>();
    private List<Due> due = List.of();
    private Instant lookAt = Instant.MIN;
    private volatile boolean waiting;
    private volatile boolean changed;

    private record Due(String queue, String group, Channel channel, Instant at) {}

    private record Staged(String queue, String key, Channel channel) {}

    /**
     * Creates the service.
     *
     * @param broker the Redis; its clock counts
     * @param queues supplies the queues whose groups are searched
     * @param router finds the channel of a group
     * @param onStaged receives each staged set with its channel; the set has at least one usable member
     * @param shortestGracePeriod interval of the search for new groups, at most 7 s
     */
    public Aggregator(Broker broker, Supplier<? extends Collection<String>> queues, Router router,
            BiConsumer<Channel, AggregationSet> onStaged, Duration shortestGracePeriod) {
        this.groups = broker.groupCommands();
        this.clock = broker.clock();
        this.queues = queues;
        this.router = router;
        this.onStaged = onStaged;
        this.interval = shortestGracePeriod.compareTo(MAX_INTERVAL) < 0 ? shortestGracePeriod : MAX_INTERVAL;
    }

    /**
     * Stages the groups that are due and passes them on, as far as lanes are free. A failure in one queue does not
     * delay the others.
     *
     * @return time until the next run, unless a lane becomes free before
     */
    @Override
    public Duration runOnce() {
        // a lane that becomes free from now on may be too late for this run
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
            if (attempt(group.queue(), () -> stage(group), false)) {
                left.add(group);
            }
        }
        due = left;
        if (looks) {
            queues.get().stream().filter(queue -> !failedNow.contains(queue)).forEach(failures::succeeded);
        }
        waiting = !due.isEmpty() || !unread.isEmpty();
        Duration rest = Duration.between(clock.instant(), lookAt);
        return rest.isNegative() ? Duration.ZERO : rest;
    }

    /** Makes the next run search for new groups. */
    public void lookSoon() {
        changed = true;
    }

    /** @return whether groups wait for a free lane */
    public boolean isWaiting() {
        return waiting;
    }

    /** Finds the groups that are due, and the time of the next one. */
    private void look() {
        Instant now = clock.instant();
        lookAt = now.plus(interval);
        List<Due> found = new ArrayList<>();
        for (String queue : queues.get()) {
            List<WaitingGroup> waiting = attempt(queue, () -> waiting(queue), List.of());
            for (WaitingGroup group : waiting) {
                Channel channel = router.routeGroup(queue, group.name());
                Instant at = limits(channel).dueAt(group);
                if (!at.isAfter(now)) {
                    found.add(new Due(queue, group.name(), channel, at));
                } else if (at.isBefore(lookAt)) {
                    lookAt = at;
                }
            }
        }
        found.sort(Comparator.comparing(Due::at));
        due = found;
    }

    private List<WaitingGroup> waiting(String queue) {
        List<String> handled = groups.list(queue).stream().filter(group -> router.routeGroup(queue, group) != null)
                .toList();
        return handled.isEmpty() ? List.of() : groups.look(queue, handled);
    }

    /** Stages sets of a group while lanes are free; returns whether more of the group may be due. */
    private boolean stage(Due group) {
        GroupLimits limits = limits(group.channel());
        int largest = limits.maxSize();
        while (group.channel().capacity() > 0) {
            Optional<String> key = groups.stage(group.queue(), group.group(), limits);
            if (key.isEmpty()) {
                return false;
            }
            int size = passOn(new Staged(group.queue(), key.get(), group.channel()));
            if (largest == 0 || size < largest) {
                return false;
            }
        }
        return true;
    }

    /** Reads a staged set and passes it on; returns its size. */
    private int passOn(Staged staged) {
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
            onStaged.accept(staged.channel(), set);
        }
        return set.size();
    }

    /** Removes members that cannot be handled from the set. */
    private void dropUnusable(AggregationSet set) {
        List<MemberSettlement> settlements = new ArrayList<>();
        for (String id : set.vanished()) {
            LOG.log(Level.WARNING, "task {0} of group {1} in queue {2} has no message and is removed from the group",
                    id,
                    set.group(), set.queue());
            settlements.add(new MemberSettlement(TaskMessage.quarantine(set.queue(), id, null), new Outcome.Done()));
        }
        for (AggregationSet.Unusable unusable : set.unusable()) {
            LOG.log(Level.WARNING, "task {0} of group {1} in queue {2} is archived: {3}", unusable.message().id(),
                    set.group(), set.queue(), unusable.reason());
            settlements.add(new MemberSettlement(unusable.message(), new Outcome.Archive(unusable.reason())));
        }
        if (!settlements.isEmpty()) {
            attempt(set.queue(), () -> groups.settle(set, settlements), Optional.empty());
        }
    }

    /**
     * Reads staged sets whose read failed, before others are staged; a set that stays unread past its deadline is
     * requeued by the recoverer.
     */
    private void readAgain() {
        for (int i = unread.size(); i > 0; i--) {
            Staged staged = unread.poll();
            if (staged.channel().capacity() <= 0) {
                unread.add(staged);
            } else {
                attempt(staged.queue(), () -> passOn(staged), 0);
            }
        }
    }

    private static GroupLimits limits(Channel channel) {
        GroupConfig groups = channel.config().groups();
        return new GroupLimits(groups.maxSize(), groups.maxDelay(), groups.gracePeriod());
    }

    private <T> T attempt(String queue, Supplier<T> step, T otherwise) {
        try {
            return step.get();
        } catch (RuntimeException e) {
            failedNow.add(queue);
            failures.failed(queue, e,
                    () -> "groups of queue " + queue + " cannot be staged and are retried: " + e.getMessage());
            return otherwise;
        }
    }
}
