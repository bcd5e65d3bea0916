package io.github.asynqee.internal.group;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

import io.github.asynqee.TaskState;
import io.github.asynqee.event.TasksAggregated;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.delivery.DeadLetterSender;
import io.github.asynqee.internal.delivery.GroupDelivery;
import io.github.asynqee.internal.delivery.OutcomeRetryQueue;
import io.github.asynqee.internal.delivery.OutcomeWriter;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.worker.AggregateRefusedException;

/**
 * Writes the outcomes of groups; outcomes of the same set are written in the given order. Outcomes that cannot be
 * written are retried while the set is staged; they do not delay outcomes of other sets. A set whose outcome Redis
 * refuses repeatedly is abandoned and requeued by the recoverer when its stage has expired.
 */
final class GroupCompleter extends OutcomeWriter<GroupDelivery, GroupResult> {

    private static final Logger LOG = System.getLogger(GroupCompleter.class.getName());
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);
    /** When the worker stops, outcomes not written within this time are dropped. */
    private static final Duration MAX_END_TIME = Duration.ofSeconds(2);

    private final GroupCommands groups;
    private final Clock clock;
    private final DeadLetterSender deadLetters;
    private final TaskEvents events;
    private final BiFunction<GroupDelivery, Throwable, List<MemberSettlement>> failures;

    /** The result of writing an outcome. */
    private enum Step {
        /** It is written or dropped. */
        DONE,
        /** It could not be written and is retried. */
        FAILED,
        /** It waits for dead letters, or for an earlier outcome of the set. */
        WAITS
    }

    /** @param failures computes the outcomes of the members of a failed group */
    GroupCompleter(GroupCommands groups, Clock clock, DeadLetterSender deadLetters, TaskEvents events,
            BiFunction<GroupDelivery, Throwable, List<MemberSettlement>> failures) {
        super(LOG, System::nanoTime);
        this.groups = groups;
        this.clock = clock;
        this.deadLetters = deadLetters;
        this.events = events;
        this.failures = failures;
    }

    /** Writes an outcome when its dead letters are sent. */
    void write(GroupResult result) {
        if (arrive(result)) {
            sendDeadLetters(result);
        }
    }

    private void sendDeadLetters(GroupResult result) {
        List<CompletableFuture<Boolean>> letters = result.settlements().stream()
                .map(settlement -> deadLetters.send(settlement.message(), settlement.outcome(),
                        () -> result.delivery().isStaged(clock.instant())).toCompletableFuture())
                .toList();
        CompletableFuture.allOf(letters.toArray(CompletableFuture[]::new)).whenComplete((sent, error) -> {
            result.ready(letters.stream().allMatch(letter -> letter.getNow(false)));
            signal.set();
        });
    }

    @Override
    public Duration runOnce() {
        writeDue();
        return retries.values().stream().filter(set -> set.first().isReady()).map(OutcomeRetryQueue::untilDue)
                .min(Long::compare).map(nanos -> Duration.ofNanos(Math.max(nanos, 0))).orElse(UNTIL_WOKEN);
    }

    @Override
    public void end() {
        stopping();
        writeDue();
        boolean interrupted = false;
        long limit = System.nanoTime() + MAX_END_TIME.toNanos();
        while ((!retries.isEmpty() || !arrived.isEmpty()) && System.nanoTime() - limit < 0) {
            try {
                signal.await(MAX_WAIT);
            } catch (InterruptedException e) {
                // tasks whose outcome is not written run again
                interrupted = true;
            }
            writeDue();
        }
        List<GroupResult> left = new ArrayList<>();
        retries.values().forEach(set -> set.moveTo(left, Integer.MAX_VALUE));
        left.forEach(result -> drop(result, "the worker has ended"));
        super.end();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Writes new outcomes, and outcomes whose retry is due. New outcomes are written after each retry, because a retry
     * may take long.
     */
    private void writeDue() {
        writeNew();
        for (GroupDelivery delivery : List.copyOf(retries.keySet())) {
            OutcomeRetryQueue<GroupResult> set = retries.get(delivery);
            if (set != null && set.first().isReady() && (stopping || set.untilDue() <= 0)) {
                write(delivery, set);
                writeNew();
            }
        }
    }

    private void writeNew() {
        for (GroupResult result = arrived.poll(); result != null; result = arrived.poll()) {
            retries(result.delivery()).add(result);
        }
        new LinkedHashMap<>(retries).forEach((delivery, set) -> {
            if (set.first().isReady() && !set.hasFailed()) {
                write(delivery, set);
            }
        });
    }

    /** Writes the outcomes of one set, one after the other. */
    private void write(GroupDelivery delivery, OutcomeRetryQueue<GroupResult> set) {
        List<GroupResult> round = new ArrayList<>();
        set.moveTo(round, Integer.MAX_VALUE);
        boolean waits = false;
        for (GroupResult result : round) {
            Step step = waits || !result.isReady() ? Step.WAITS : attempt(result);
            waits = step != Step.DONE;
            if (step == Step.FAILED) {
                set.failed(result, false);
            } else if (waits) {
                set.add(result);
            }
        }
        set.pause();
        if (set.isEmpty()) {
            retries.remove(delivery);
        }
    }

    private Step attempt(GroupResult result) {
        if (result.delivery().isStagingLost()) {
            result.end(new IllegalStateException(result + " was not written: the stage was abandoned"));
            return Step.DONE;
        }
        if (!result.hasLetters()) {
            dropped(result.delivery().queue(), () -> result
                    + " was not written, because a dead letter was not stored; the tasks will be requeued to their group");
            abandon(result, new IllegalStateException("a dead letter was not stored"));
            return Step.DONE;
        }
        try {
            return result.aggregate() == null ? settle(result) : store(result);
        } catch (BrokerException e) {
            return failed(result, e);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, result + " cannot be written; the tasks will be requeued to their group", e);
            abandon(result, e);
        }
        return Step.DONE;
    }

    private Step failed(GroupResult result, BrokerException e) {
        if (e instanceof AmbiguousResultException) {
            result.maybeWritten();
        } else if (!(e instanceof BrokerUnavailableException)) {
            result.redisRefused();
        }
        if (!stopping && !result.isRefusedOften() && result.delivery().isStaged(clock.instant())) {
            retried(result.delivery().queue(), e,
                    () -> result + " cannot be written and is retried: " + e.getMessage());
            return Step.FAILED;
        }
        dropped(result.delivery().queue(),
                () -> result + " was not written; the tasks will be requeued to their group: " + e.getMessage());
        abandon(result, e);
        return Step.DONE;
    }

    /**
     * Abandons the set. Nothing more of it is written, because a task that replaces the set would also replace the
     * members of this outcome.
     */
    private static void abandon(GroupResult result, Throwable error) {
        result.delivery().stagingLost();
        result.end(error);
    }

    /**
     * Stores the task that replaces the set. If the task is rejected, the outcomes of the members must be written
     * instead.
     */
    private Step store(GroupResult result) {
        GroupDelivery delivery = result.delivery();
        TaskMessage aggregate = result.aggregate().message();
        Optional<StoreResult> stored = groups.complete(delivery.set(), result.aggregate());
        written(delivery.queue());
        if (stored.isEmpty()) {
            stageLost(result);
        } else if (stored.get() instanceof StoreResult.Stored) {
            delivery.members().forEach(member -> delivery.confirm(member, new Outcome.Done()));
            aggregated(delivery, delivery.members(), aggregate.id());
            result.end();
        } else {
            var refused = new AggregateRefusedException((stored.get() instanceof StoreResult.IdTaken
                    ? StoreResult.IdTaken.MESSAGE : StoreResult.Duplicate.MESSAGE) + result);
            result.refused(refused, failures.apply(delivery, refused));
            sendDeadLetters(result);
            return Step.WAITS;
        }
        return Step.DONE;
    }

    private Step settle(GroupResult result) {
        GroupDelivery delivery = result.delivery();
        Optional<List<Boolean>> settled = groups.write(delivery.set(), result.settlements());
        written(delivery.queue());
        if (settled.isEmpty()) {
            stageLost(result);
        } else {
            emit(delivery, result.settlements(), settled.get());
            result.end();
        }
        return Step.DONE;
    }

    private void emit(GroupDelivery delivery, List<MemberSettlement> settlements, List<Boolean> done) {
        List<MemberSettlement> written = IntStream.range(0, done.size()).filter(done::get)
                .mapToObj(settlements::get).toList();
        written.forEach(settlement -> delivery.confirm(settlement.message(), settlement.outcome()));
        List<TaskMessage> handled = written.stream()
                .filter(settlement -> settlement.outcome() instanceof Outcome.Done)
                .map(MemberSettlement::message).toList();
        if (!handled.isEmpty()) {
            aggregated(delivery, handled, null);
        }
        written.stream().filter(settlement -> !(settlement.outcome() instanceof Outcome.Done))
                .forEach(settlement -> events.written(settlement.message(), settlement.outcome(), Duration.ZERO));
    }

    private void aggregated(GroupDelivery delivery, List<TaskMessage> members, String aggregate) {
        events.emit(TasksAggregated.class, () -> new TasksAggregated(delivery.queue(), delivery.group(),
                members.stream().map(member -> member.toInfo(TaskState.AGGREGATING, null)).toList(), aggregate,
                clock.instant()));
    }

    /**
     * Handles a set that no longer exists. After an ambiguous result, the earlier call has written the outcome;
     * otherwise the set was requeued.
     */
    private void stageLost(GroupResult result) {
        if (!result.isMaybeWritten()) {
            LOG.log(Level.WARNING, "{0} was not written: the stage is lost and the tasks were requeued to their group",
                    result);
            result.delivery().stagingLost();
        }
        result.end(result.isMaybeWritten() || result.aggregate() == null ? null
                : new IllegalStateException(result + " was not stored: the tasks were requeued to their group before"));
    }

    @Override
    protected void drop(GroupResult result, String reason) {
        abandon(result, new IllegalStateException(reason));
    }
}
