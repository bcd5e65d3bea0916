package io.github.asynqee.internal.group;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.delivery.AttemptRecorder;
import io.github.asynqee.internal.delivery.DeadLetterSender;
import io.github.asynqee.internal.delivery.FailedAttemptLog;
import io.github.asynqee.internal.delivery.FailureOutcomes;
import io.github.asynqee.internal.delivery.GroupDelivery;
import io.github.asynqee.internal.delivery.InFlight;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.feature.NodeWork;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.worker.DeadlineExceededException;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.WorkerConfig;

/**
 * The part of a worker that handles groups: hands staged sets to lanes, extends their stage while they are handled, and
 * passes their outcomes to the {@link GroupCompleter}.
 */
public final class GroupProcessor implements GroupDelivery.Settler {

    private static final Logger LOG = System.getLogger(GroupProcessor.class.getName());

    private static final Duration RETRY_PAUSE = Duration.ofSeconds(1);

    private final Broker broker;
    private final Clock clock;
    private final FailureOutcomes failureOutcomes;
    private final TaskEvents events;
    private final InFlight inFlight;
    private final NodeWork<Aggregator> aggregator;
    private final NodeWork<GroupCompleter> completer;
    /**
     * Set to the completer that writes its outcomes. The completer is chosen for the first outcome, so that the
     * outcomes stay in order.
     */
    private final Map<GroupDelivery, GroupCompleter> writers = Collections.synchronizedMap(new WeakHashMap<>());
    private final int maxRecoveries;
    private final AttemptRecorder attempts;
    /** All threads, in the order in which they are started; none if no channel handles groups. */
    private final List<PeriodicThread> threads;
    private final PeriodicThread aggregatorThread;
    private final PeriodicThread completerThread;
    private final PeriodicThread extenderThread;

    public GroupProcessor(Broker broker, WorkerConfig config, Router router, List<Channel> channels, InFlight inFlight,
            DeadLetterSender deadLetters, TaskEvents events, AttemptRecorder attempts) {
        this.broker = broker;
        this.clock = broker.clock();
        this.failureOutcomes = new FailureOutcomes(clock);
        this.inFlight = inFlight;
        this.events = events;
        this.attempts = attempts;
        this.maxRecoveries = config.maxRecoveries();
        List<Channel> ofGroups = channels.stream().filter(channel -> channel.config().handlesGroups()).toList();
        Supplier<List<String>> queues = () -> router.priorities().keySet().stream()
                .filter(router::handlesGroups).toList();
        Duration shortest = ofGroups.stream().map(channel -> channel.config().groups().gracePeriod())
                .min(Comparator.naturalOrder()).orElse(GroupConfig.DEFAULT.gracePeriod());
        this.aggregator = new NodeWork<>(broker.workerCommands(), "asynq-aggregator", RETRY_PAUSE, config.threads(),
                isServed -> new Aggregator(broker, queues, isServed, router, this::deliver, shortest));
        this.completer = new NodeWork<>(broker.workerCommands(), "asynq-groups-completer", RETRY_PAUSE,
                config.threads(), isServed -> new GroupCompleter(broker.groupCommands(), clock, deadLetters, events,
                        this::failures));
        completerThread = completer.thread();
        extenderThread = PeriodicThread.every("asynq-groups-extender", config.heartbeatInterval(), config.threads(),
                this::extendStages);
        aggregatorThread = aggregator.thread(broker::synchronizeClock);
        threads = ofGroups.isEmpty() ? List.of() : List.of(completerThread, extenderThread, aggregatorThread);
    }

    /** Starts staging, if any channel handles groups. */
    public void start() {
        threads.forEach(PeriodicThread::start);
    }

    /** A lane has become free. */
    public void demand() {
        if (aggregator.all().anyMatch(Aggregator::isWaiting)) {
            aggregator.wake();
        }
    }

    /** A queue may have a new group. */
    public void look(String queue) {
        aggregator.of(queue).lookSoon(queue);
        aggregator.wake();
    }

    /** Stops staging; waits until the last set is staged. */
    public void stopStaging(StopTime time) {
        aggregatorThread.stop(time);
    }

    /** Writes the remaining outcomes, then stops. The stages are extended until all outcomes are written. */
    public void finish(StopTime time) {
        completerThread.stop(time);
        extenderThread.stop(time);
    }

    /** Hands a staged set to its channel; requeues it to its group if the channel has lost its last lane. */
    private void deliver(Channel channel, AggregationSet set) {
        GroupDelivery delivery = new GroupDelivery(set, channel.config().policy(), channel.metrics(),
                inFlight.nextNumber(), clock, this);
        inFlight.add(delivery);
        archiveRecoveredTooOften(delivery);
        failOverdue(delivery);
        if (!delivery.isClaimed() && !channel.deliver(delivery)) {
            delivery.requeue();
        }
    }

    /** Archives members that were recovered too often: they may be the reason why their server died. */
    private void archiveRecoveredTooOften(GroupDelivery delivery) {
        if (maxRecoveries > 0) {
            delivery.settleAlone(member -> member.recoveries() > maxRecoveries,
                    member -> archived(delivery, member.message()));
        }
    }

    private MemberSettlement archived(GroupDelivery delivery, TaskMessage member) {
        Outcome.Archive outcome = FailureOutcomes.recoveredTooOften(maxRecoveries);
        LOG.log(Level.WARNING, "{0} of {1} is archived: {2}", member, delivery, outcome.error());
        return new MemberSettlement(member, outcome);
    }

    /** Fails members whose deadline has passed, because otherwise the whole group would fail. */
    private void failOverdue(GroupDelivery delivery) {
        Instant now = clock.instant();
        delivery.failAlone(delivery.members().stream()
                .filter(member -> member.deadline() != null && !member.deadline().isAfter(now))
                .collect(Collectors.toMap(Function.identity(), member -> new DeadlineExceededException())));
    }

    /**
     * Extends the stages of all sets. If the stage of a set is lost, its handler is interrupted and no outcome is
     * written.
     */
    void extendStages() {
        Map<String, Map<String, GroupDelivery>> byQueue = new HashMap<>();
        for (GroupDelivery delivery : inFlight.groups()) {
            byQueue.computeIfAbsent(delivery.queue(), queue -> new HashMap<>()).put(delivery.set().key(), delivery);
        }
        Instant now = clock.instant();
        List<BrokerException> errors = new ArrayList<>();
        byQueue.forEach((queue, held) -> {
            try {
                extendStages(queue, held, now.plus(GroupCommands.AGGREGATION_TIMEOUT));
            } catch (BrokerException e) {
                errors.add(e);
            }
            held.values().stream().filter(delivery -> !delivery.isStaged(now)).forEach(GroupProcessor::lost);
        });
        if (!errors.isEmpty()) {
            throw errors.get(0);
        }
    }

    private void extendStages(String queue, Map<String, GroupDelivery> held, Instant until) {
        Set<String> gone = broker.groupCommands().extend(queue, held.keySet());
        held.forEach((key, delivery) -> {
            if (!gone.contains(key)) {
                delivery.stagedUntil(until);
            } else {
                lost(delivery);
            }
        });
    }

    private static void lost(GroupDelivery delivery) {
        if (delivery.isClaimed()) {
            return;
        }
        LOG.log(Level.WARNING,
                "{0} lost their stage and are requeued to their group by another worker; the handler is interrupted",
                delivery);
        delivery.abandon();
    }

    /** The outcomes of the members of a group that failed. */
    public List<MemberSettlement> failures(GroupDelivery delivery, Throwable error) {
        List<MemberSettlement> outcomes = delivery.members().stream().map(member -> failure(delivery, member, error))
                .toList();
        failed(delivery, outcomes, error);
        return recorded(delivery, outcomes);
    }

    @Override
    public void started(GroupDelivery delivery) {
        delivery.members().forEach(events::started);
    }

    @Override
    public MemberSettlement failure(GroupDelivery delivery, TaskMessage member, Throwable error) {
        events.failed(member, error);
        return new MemberSettlement(member, failureOutcomes.failure(member, error, delivery.policy(), false));
    }

    @Override
    public void failed(GroupDelivery delivery, List<MemberSettlement> outcomes, Throwable error) {
        FailedAttemptLog.log(delivery.group(), delivery.queue(), error, outcomes, delivery.policy().logging());
    }

    @Override
    public void settle(GroupDelivery delivery, List<MemberSettlement> settlements, boolean last) {
        write(GroupResult.of(delivery, recorded(delivery, settlements), last));
    }

    private List<MemberSettlement> recorded(GroupDelivery delivery, List<MemberSettlement> settlements) {
        Instant now = clock.instant();
        return settlements.stream().map(settlement -> attempts.settlement(delivery, settlement, now)).toList();
    }

    @Override
    public CompletionStage<Void> replaceWith(GroupDelivery delivery, NewTask aggregate) {
        if (!delivery.claim()) {
            return CompletableFuture.failedFuture(new IllegalStateException(aggregate.message()
                    + " is not stored in place of " + delivery + ": the group was settled before"));
        }
        GroupResult write = GroupResult.of(delivery, aggregate);
        write(write);
        return write.written();
    }

    private void write(GroupResult result) {
        writers.computeIfAbsent(result.delivery(), delivery -> completer.of(delivery.queue())).write(result);
    }

    @Override
    public void confirmed(GroupDelivery delivery) {
        inFlight.remove(delivery);
    }
}
