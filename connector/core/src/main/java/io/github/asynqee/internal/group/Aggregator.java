package io.github.asynqee.internal.group;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.group.GroupWatch.Due;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.text.PrintableText;
import io.github.asynqee.internal.thread.PeriodicJob;

/**
 * Stages the groups that are due, the longest overdue first, and passes them to their channels. Stages only as many
 * groups as there are free lanes, because a staged set has a deadline (protocol section 7.13). Runs at the returned
 * time, and when a lane becomes free.
 */
public final class Aggregator implements PeriodicJob {

    private static final Logger LOG = System.getLogger(Aggregator.class.getName());

    private final GroupCommands groups;
    private final Clock clock;
    private final Supplier<? extends Collection<String>> queues;
    private final BiConsumer<Channel, AggregationSet> onStaged;
    private final QueueSteps steps;
    private final GroupWatch watch;
    /** Sets that are staged but could not be read yet. */
    private final Deque<Staged> unread = new ArrayDeque<>();
    private volatile boolean waiting;

    /** The result for a group that was due. */
    private enum Result {
        ALL_STAGED, NO_LANE, NOT_DUE, FAILED
    }

    private record Staged(String queue, String key, Channel channel) {}

    /**
     * Creates the service.
     *
     * @param broker the Redis; its clock counts
     * @param queues supplies the queues whose groups are searched
     * @param isServed whether to search a queue now
     * @param router finds the channel of a group
     * @param onStaged receives each staged set with its channel; the set has at least one usable member
     * @param shortestGracePeriod interval of the search for new and full groups, at most 7 s, but longer if there are
     *        many groups
     */
    public Aggregator(Broker broker, Supplier<? extends Collection<String>> queues, Predicate<String> isServed,
            Router router, BiConsumer<Channel, AggregationSet> onStaged, Duration shortestGracePeriod) {
        this.steps = new QueueSteps(LOG, isServed);
        this.groups = broker.groupCommands();
        this.clock = broker.clock();
        this.queues = queues;
        this.onStaged = onStaged;
        this.watch = new GroupWatch(groups, clock, queues, router, shortestGracePeriod, steps);
    }

    /**
     * Stages the groups that are due and for which a lane is free, and passes them on. A failure in one queue does not
     * delay the others.
     *
     * @return time until the next run, unless a lane becomes free before
     */
    @Override
    public Duration runOnce() {
        // a lane that becomes free from now on may be too late for this run
        waiting = true;
        steps.begin();
        readAgain();
        boolean looked = watch.look();
        List<Due> left = new ArrayList<>();
        for (Due group : watch.due()) {
            switch (steps.attempt(group.queue(), () -> stage(group), Result.FAILED)) {
                case ALL_STAGED -> watch.staged(group);
                case NO_LANE -> left.add(group);
                case NOT_DUE -> watch.notDue(group);
                case FAILED -> watch.failed(group);
            }
        }
        watch.keep(left);
        if (looked) {
            steps.end(queues.get());
        }
        waiting = !left.isEmpty() || !unread.isEmpty();
        Duration rest = Duration.between(clock.instant(), watch.nextLook());
        return rest.isNegative() ? Duration.ZERO
                : rest.compareTo(GroupWatch.MAX_INTERVAL) > 0 ? GroupWatch.MAX_INTERVAL : rest;
    }

    /**
     * Makes the next run search for new groups of a queue, soon if there are many.
     *
     * @param queue the queue
     */
    public void lookSoon(String queue) {
        watch.changed(queue);
    }

    /** @return whether groups wait for a free lane */
    public boolean isWaiting() {
        return waiting;
    }

    /** Stages sets of a group while lanes are free. */
    private Result stage(Due group) {
        GroupLimits limits = group.limits();
        int largest = limits.largestSet();
        while (group.channel().capacity() > 0) {
            Optional<String> key = groups.stage(group.queue(), group.group(), limits);
            if (key.isEmpty()) {
                return Result.NOT_DUE;
            }
            int size = passOn(new Staged(group.queue(), key.get(), group.channel()));
            if (size < largest) {
                return Result.ALL_STAGED;
            }
        }
        return Result.NO_LANE;
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
                    PrintableText.of(id), PrintableText.of(set.group()), set.queue());
            settlements.add(new MemberSettlement(TaskMessage.quarantine(set.queue(), id, null), new Outcome.Done()));
        }
        for (AggregationSet.Unusable unusable : set.unusable()) {
            LOG.log(Level.WARNING, "task {0} of group {1} in queue {2} is archived: {3}",
                    PrintableText.of(unusable.message().id()), PrintableText.of(set.group()), set.queue(),
                    PrintableText.of(unusable.reason()));
            settlements.add(new MemberSettlement(unusable.message(), new Outcome.Archive(unusable.reason())));
        }
        if (!settlements.isEmpty()) {
            steps.attempt(set.queue(), () -> groups.write(set, settlements), Optional.empty());
        }
    }

    /**
     * Reads staged sets whose read failed, before others are staged; a set that stays unread past its deadline is
     * requeued by the recoverer.
     */
    private void readAgain() {
        for (int i = unread.size(); i > 0; i--) {
            Staged staged = unread.poll();
            if (staged.channel().capacity() <= 0 || !steps.isServed(staged.queue())) {
                unread.add(staged);
            } else {
                steps.attempt(staged.queue(), () -> passOn(staged), 0);
            }
        }
    }
}
