package io.github.asynqee.internal.group;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.asynqee.BrokerException;
import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.delivery.GroupDelivery;
import io.github.asynqee.internal.delivery.GroupSettler;
import io.github.asynqee.internal.delivery.InFlight;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.service.Recoverer;
import io.github.asynqee.internal.settle.Completer;
import io.github.asynqee.internal.settle.DeadLetterSender;
import io.github.asynqee.internal.settle.FailureOutcomes;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.worker.DeadlineExceededException;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.WorkerConfig;

/**
 * The part of a worker that handles groups: gives staged sets to lanes, keeps them staged while they are dealt with, and
 * has written what became of them.
 */
public final class GroupProcessor implements GroupSettler {

    private static final Logger LOG = System.getLogger(GroupProcessor.class.getName());

    private static final Duration RETRY_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_STAGING = Duration.ofSeconds(5);

    private final Broker broker;
    private final Clock clock;
    private final FailureOutcomes rules;
    private final TaskEvents events;
    private final InFlight inFlight;
    private final Map<Channel, GroupConsumer> consumers = new HashMap<>();
    private final Set<String> queues = new HashSet<>();
    private final Aggregator aggregator;
    private final GroupCompleter completer;
    private volatile int maxRecoveries;
    private volatile PeriodicThread staging;
    private PeriodicThread keeping;
    private Thread completing;

    /** A channel as the aggregator sees it. */
    private final class Consumer implements GroupConsumer {

        private final Channel channel;

        Consumer(Channel channel) {
            this.channel = channel;
        }

        @Override
        public GroupLimits limits() {
            return channel.config().groups().limits();
        }

        @Override
        public int capacity() {
            return channel.capacity();
        }

        @Override
        public void accept(AggregationSet set) {
            GroupDelivery delivery = new GroupDelivery(set, channel.config().policy(), inFlight.nextNumber(), now(),
                    GroupProcessor.this);
            inFlight.add(delivery);
            archiveDeadly(delivery);
            failOverdue(delivery);
            if (!delivery.isOutcomeClaimed()) {
                channel.deliver(delivery);
            }
        }
    }

    public GroupProcessor(Broker broker, Router router, List<Channel> channels, InFlight inFlight,
            DeadLetterSender deadLetters, TaskEvents events) {
        this.broker = broker;
        this.clock = broker.clock();
        this.rules = new FailureOutcomes(clock);
        this.inFlight = inFlight;
        this.events = events;
        Duration shortest = GroupConfig.DEFAULT.gracePeriod();
        for (Channel channel : channels) {
            if (channel.config().handlesGroups()) {
                consumers.put(channel, new Consumer(channel));
                queues.addAll(channel.config().queues().keySet());
                Duration grace = channel.config().groups().gracePeriod();
                shortest = grace.compareTo(shortest) < 0 ? grace : shortest;
            }
        }
        this.aggregator = new Aggregator(broker, queues, (queue, group) -> {
            Channel channel = router.routeGroup(queue, group);
            return channel == null ? null : consumers.get(channel);
        }, shortest);
        this.completer = new GroupCompleter(broker.groupCommands(), clock, deadLetters, events, this::failures);
    }

    /** Starts staging and what goes with it, if any channel handles groups. */
    public void start(WorkerConfig config) {
        if (consumers.isEmpty()) {
            return;
        }
        maxRecoveries = config.maxRecoveries();
        ThreadFactory threads = config.threads();
        completing = threads.newThread(completer);
        completing.setName("asynq-groups-completer");
        completing.start();
        keeping = PeriodicThread.start("asynq-groups-keeper", config.heartbeatInterval(), threads, this::keepStaged);
        staging = PeriodicThread.startJob("asynq-aggregator", RETRY_PAUSE, threads, () -> {
            broker.synchronizeClock();
            return aggregator.runOnce();
        });
    }

    /** Says that a lane has become free. */
    public void demand() {
        PeriodicThread thread = staging;
        if (thread != null && aggregator.isWaiting()) {
            thread.wake();
        }
    }

    /** Says that there may be a new group. */
    public void look() {
        PeriodicThread thread = staging;
        if (thread != null) {
            aggregator.lookSoon();
            thread.wake();
        }
    }

    /** Stages nothing more; waits until the last staging has ended. */
    public void stopStaging() {
        stop(staging);
    }

    /** Writes what is still to be written, and ends. Until then the sets are kept staged. */
    public void finish() {
        if (completing != null) {
            completer.stop();
            try {
                completing.join(Completer.stopTime().toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        stop(keeping);
    }

    private static void stop(PeriodicThread thread) {
        if (thread != null) {
            thread.stop();
            thread.join(LONGEST_STAGING);
        }
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    /** A member whose server went away again and again may be what ends it. */
    private void archiveDeadly(GroupDelivery delivery) {
        if (maxRecoveries > 0) {
            delivery.settleAlone(member -> member.recoveries() > maxRecoveries,
                    member -> archived(delivery, member.message(), member.recoveries()));
        }
    }

    private MemberSettlement archived(GroupDelivery delivery, TaskMessage member, int recoveries) {
        Outcome.Archive outcome = Recoverer.tooOften(maxRecoveries);
        LOG.log(Level.WARNING, "{0} of {1} is archived: {2}", member, delivery, outcome.error());
        return new MemberSettlement(member, outcome);
    }

    /** A member whose deadline has passed would let all others fail with it. */
    private void failOverdue(GroupDelivery delivery) {
        Instant now = now();
        delivery.failAlone(delivery.members().stream()
                .filter(member -> member.deadline() != null && !member.deadline().isAfter(now))
                .collect(Collectors.toMap(Function.identity(), member -> new DeadlineExceededException())));
    }

    /**
     * Keeps all sets staged. One that could not be kept is somebody else's: its handler is interrupted and nothing is
     * written.
     */
    void keepStaged() {
        Map<String, Map<String, GroupDelivery>> byQueue = new HashMap<>();
        Instant now = now();
        for (GroupDelivery delivery : inFlight.groups()) {
            if (delivery.isStaged(now)) {
                byQueue.computeIfAbsent(delivery.queue(), queue -> new HashMap<>()).put(delivery.set().key(), delivery);
            } else if (!delivery.isOutcomeClaimed()) {
                lost(delivery);
            }
        }
        List<BrokerException> errors = new ArrayList<>();
        byQueue.forEach((queue, held) -> {
            try {
                keepStaged(queue, held, now.plus(GroupCommands.AGGREGATION_TIMEOUT));
            } catch (BrokerException e) {
                errors.add(e);
            }
        });
        if (!errors.isEmpty()) {
            throw errors.get(0);
        }
    }

    private void keepStaged(String queue, Map<String, GroupDelivery> held, Instant until) {
        Set<String> gone = broker.groupCommands().extend(queue, held.keySet());
        held.forEach((key, delivery) -> {
            if (!gone.contains(key)) {
                delivery.stagedUntil(until);
            } else if (!delivery.isOutcomeClaimed()) {
                lost(delivery);
            }
        });
    }

    private static void lost(GroupDelivery delivery) {
        LOG.log(Level.WARNING, "{0} are not this worker''s any more: they were put back into their group", delivery);
        delivery.leaseLost();
    }

    /** What becomes of the members of a group whose handling failed. */
    public List<MemberSettlement> failures(GroupDelivery delivery, Throwable error) {
        return delivery.members().stream().map(member -> failure(delivery, member, error)).toList();
    }

    @Override
    public MemberSettlement failure(GroupDelivery delivery, TaskMessage member, Throwable error) {
        events.failed(member, error);
        return new MemberSettlement(member, rules.failure(member, error, delivery.policy()));
    }

    @Override
    public void settle(GroupDelivery delivery, List<MemberSettlement> settlements, boolean last) {
        completer.write(GroupResult.of(delivery, settlements, last));
    }

    @Override
    public CompletionStage<Void> replaceWith(GroupDelivery delivery, NewTask aggregate) {
        if (!delivery.claimOutcome()) {
            return CompletableFuture.failedFuture(new IllegalStateException(aggregate.message() + ", which " + delivery
                    + " were turned into, is not stored: what becomes of them was said before"));
        }
        GroupResult write = GroupResult.of(delivery, aggregate);
        completer.write(write);
        return write.written();
    }

    @Override
    public void onWritten(GroupDelivery delivery) {
        inFlight.remove(delivery);
    }
}
