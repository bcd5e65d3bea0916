package io.github.asynqee.internal.group;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

import io.github.asynqee.AmbiguousResultException;
import io.github.asynqee.BrokerException;
import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.TaskState;
import io.github.asynqee.event.TasksAggregated;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.delivery.GroupDelivery;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.settle.DeadLetterSender;
import io.github.asynqee.internal.settle.DroppedOutcomeLog;
import io.github.asynqee.internal.thread.Backoff;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.Signal;
import io.github.asynqee.worker.AggregateRefusedException;

/**
 * Writes the outcomes of groups, those of one set in the given order. Outcomes that cannot be written are retried while
 * the set is staged; they do not delay those of other sets. A set whose outcome Redis refuses repeatedly is abandoned
 * and requeued by the recoverer when its stage has expired.
 */
final class GroupCompleter implements PeriodicJob {

    private static final Logger LOG = System.getLogger(GroupCompleter.class.getName());
    /** Refusals of one outcome, other than outages, after which it is dropped; about three seconds. */
    private static final int MAX_REFUSALS = 6;
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);
    /** After this time at the end, what is not written is dropped. */
    private static final Duration MAX_END_TIME = Duration.ofSeconds(2);

    private final GroupCommands groups;
    private final Clock clock;
    private final DeadLetterSender deadLetters;
    private final TaskEvents events;
    private final BiFunction<GroupDelivery, Throwable, List<MemberSettlement>> failures;
    private final Queue<GroupResult> arrived = new ConcurrentLinkedQueue<>();
    private final Map<GroupDelivery, Pending> pending = new LinkedHashMap<>();
    private final FailureLog failureLog = new FailureLog(LOG);
    private final DroppedOutcomeLog dropped = new DroppedOutcomeLog();
    private final Signal signal = new Signal();
    private volatile boolean stopping;

    /** The outcomes of one set that are not written yet; each is written before the next one. */
    private static final class Pending {
        private final Deque<GroupResult> results = new ArrayDeque<>();
        private final Backoff backoff = new Backoff();
        private int refusals;

        boolean isReady() {
            return !results.isEmpty() && results.peek().isReady();
        }

        boolean isDue() {
            return backoff.untilRetry() <= 0;
        }

        void written() {
            results.remove();
            backoff.succeeded();
            refusals = 0;
        }
    }

    /** @param failures the outcomes of the members of a group that failed */
    GroupCompleter(GroupCommands groups, Clock clock, DeadLetterSender deadLetters, TaskEvents events,
            BiFunction<GroupDelivery, Throwable, List<MemberSettlement>> failures) {
        this.groups = groups;
        this.clock = clock;
        this.deadLetters = deadLetters;
        this.events = events;
        this.failures = failures;
    }

    /** Writes an outcome when its dead letters are sent. */
    void write(GroupResult result) {
        arrived.add(result);
        sendDeadLetters(result);
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
        return pending.values().stream().filter(Pending::isReady).map(set -> set.backoff.untilRetry())
                .min(Long::compare).map(nanos -> Duration.ofNanos(Math.max(nanos, 0))).orElse(UNTIL_WOKEN);
    }

    @Override
    public Signal wakeup() {
        return signal;
    }

    @Override
    public Duration minRest() {
        return Duration.ZERO;
    }

    /** From now on an outcome that cannot be written is dropped. */
    @Override
    public void stopping() {
        stopping = true;
    }

    /** Writes what is left. */
    @Override
    public void end() {
        stopping = true;
        writeDue();
        boolean interrupted = false;
        long limit = System.nanoTime() + MAX_END_TIME.toNanos();
        while ((!pending.isEmpty() || !arrived.isEmpty()) && System.nanoTime() - limit < 0) {
            try {
                signal.await(MAX_WAIT);
            } catch (InterruptedException e) {
                // what is not written is run again
                interrupted = true;
            }
            writeDue();
        }
        pending.values().stream().flatMap(set -> List.copyOf(set.results).stream())
                .forEach(result -> abandon(result, new IllegalStateException("the worker has ended")));
        dropped.end();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Writes new outcomes and those whose retry is due. A retry may take long: new outcomes are written after each. */
    private void writeDue() {
        writeNew();
        for (Pending set : List.copyOf(pending.values())) {
            if (set.isReady() && (stopping || set.isDue())) {
                write(set);
                writeNew();
            }
        }
    }

    private void writeNew() {
        for (GroupResult result = arrived.poll(); result != null; result = arrived.poll()) {
            pending.computeIfAbsent(result.delivery(), delivery -> new Pending()).results.add(result);
        }
        for (Pending set : List.copyOf(pending.values())) {
            if (set.isReady() && set.backoff.isFirst()) {
                write(set);
            }
        }
    }

    private void write(Pending set) {
        GroupDelivery delivery = set.results.peek().delivery();
        while (set.isReady() && (stopping || set.isDue())) {
            if (isDone(set, set.results.peek())) {
                set.written();
            }
        }
        if (set.results.isEmpty()) {
            pending.remove(delivery);
        }
    }

    /** Returns false if the outcome is to be retried, or was replaced by another one. */
    private boolean isDone(Pending set, GroupResult result) {
        if (result.delivery().isStagingLost()) {
            result.end(new IllegalStateException(result + " was not written: the stage was abandoned"));
            return true;
        }
        if (!result.hasLetters()) {
            dropped.add(result.delivery().queue(), () -> result
                    + " was not written, because a dead letter was not stored; the tasks will be requeued to their group");
            abandon(result, new IllegalStateException("a dead letter was not stored"));
            return true;
        }
        try {
            return result.aggregate() == null ? isSettled(result) : isStored(result);
        } catch (BrokerException e) {
            return failed(set, result, e);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, result + " cannot be written; the tasks will be requeued to their group", e);
            abandon(result, e);
        }
        return true;
    }

    /** Returns whether the outcome is dropped. */
    private boolean failed(Pending set, GroupResult result, BrokerException e) {
        if (e instanceof AmbiguousResultException) {
            result.maybeWritten();
        } else if (!(e instanceof BrokerUnavailableException)) {
            set.refusals++;
        }
        if (!stopping && set.refusals < MAX_REFUSALS && result.delivery().isStaged(clock.instant())) {
            failureLog.failed(result.delivery().queue(), e,
                    () -> result + " cannot be written and is retried: " + e.getMessage());
            set.backoff.failed();
            return false;
        }
        dropped.add(result.delivery().queue(),
                () -> result + " was not written; the tasks will be requeued to their group: " + e.getMessage());
        abandon(result, e);
        return true;
    }

    /** Writes nothing more of the set: a task that replaces it would also replace these members. */
    private static void abandon(GroupResult result, Throwable error) {
        result.delivery().stagingLost();
        result.end(error);
    }

    /** Returns false if the task was refused, and the outcomes of the members are to be written instead. */
    private boolean isStored(GroupResult result) {
        GroupDelivery delivery = result.delivery();
        TaskMessage aggregate = result.aggregate().message();
        Optional<StoreResult> stored = groups.complete(delivery.set(), result.aggregate());
        written(delivery);
        if (stored.isEmpty()) {
            stageLost(result);
        } else if (stored.get() instanceof StoreResult.Stored) {
            delivery.members().forEach(member -> delivery.written(member, new Outcome.Done()));
            aggregated(delivery, delivery.members(), aggregate.id());
            result.end();
        } else {
            var refused = new AggregateRefusedException((stored.get() instanceof StoreResult.IdTaken
                    ? StoreResult.IdTaken.MESSAGE : StoreResult.Duplicate.MESSAGE) + result);
            result.refused(refused, failures.apply(delivery, refused));
            sendDeadLetters(result);
            return false;
        }
        return true;
    }

    private boolean isSettled(GroupResult result) {
        GroupDelivery delivery = result.delivery();
        Optional<List<Boolean>> settled = groups.settle(delivery.set(), result.settlements());
        written(delivery);
        if (settled.isEmpty()) {
            stageLost(result);
        } else {
            emit(delivery, result.settlements(), settled.get());
            result.end();
        }
        return true;
    }

    private void written(GroupDelivery delivery) {
        dropped.written(delivery.queue());
        failureLog.succeeded(delivery.queue());
    }

    private void emit(GroupDelivery delivery, List<MemberSettlement> settlements, List<Boolean> done) {
        List<MemberSettlement> written = IntStream.range(0, done.size()).filter(done::get)
                .mapToObj(settlements::get).toList();
        written.forEach(settlement -> delivery.written(settlement.message(), settlement.outcome()));
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

    /** The set is gone: after an ambiguous result that call has written it, otherwise it was requeued. */
    private void stageLost(GroupResult result) {
        if (!result.isMaybeWritten()) {
            LOG.log(Level.WARNING, "{0} was not written: the stage is lost and the tasks were requeued to their group",
                    result);
            result.delivery().stagingLost();
        }
        result.end(result.isMaybeWritten() || result.aggregate() == null ? null
                : new IllegalStateException(result + " was not stored: the tasks were requeued to their group before"));
    }
}
