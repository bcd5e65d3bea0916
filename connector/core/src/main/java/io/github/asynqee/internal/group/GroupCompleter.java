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
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.settle.DeadLetterSender;
import io.github.asynqee.internal.thread.Backoff;
import io.github.asynqee.internal.thread.Signal;
import io.github.asynqee.worker.AggregateRefusedException;

/**
 * Writes down what became of groups, for each set in the order in which it was said. What cannot be written is tried
 * again as long as the set is staged, and it is kept so meanwhile; other sets do not wait for it. A set is given up that
 * Redis refuses again and again though it is well: it is put back by whoever finds it overdue.
 */
final class GroupCompleter implements Runnable {

    private static final Logger LOG = System.getLogger(GroupCompleter.class.getName());
    /** So often Redis may refuse a set for reasons of its own, within some three seconds. */
    private static final int MAX_REFUSALS = 6;
    private static final Duration LONGEST_REST = Duration.ofSeconds(1);

    private final GroupCommands groups;
    private final Clock clock;
    private final DeadLetterSender deadLetters;
    private final TaskEvents events;
    private final OutcomesOfFailure failures;
    private final Queue<GroupResult> queue = new ConcurrentLinkedQueue<>();
    private final Map<GroupDelivery, Unwritten> unwritten = new LinkedHashMap<>();
    private final Signal signal = new Signal();
    private volatile boolean stopping;

    /** Decides what becomes of the members of a group that failed. */
    @FunctionalInterface
    interface OutcomesOfFailure {
        List<MemberSettlement> of(GroupDelivery delivery, Throwable error);
    }

    /** What is to be written of one set; one thing must not overtake another. */
    private static final class Unwritten {
        private final Deque<GroupResult> writes = new ArrayDeque<>();
        private final Backoff backoff = new Backoff();
        private long tryAt = System.nanoTime();
        private int refusals;

        boolean isReady() {
            return !writes.isEmpty() && writes.peek().isReady();
        }

        boolean isDue() {
            return untilDue() <= 0;
        }

        long untilDue() {
            return tryAt - System.nanoTime();
        }

        void tryLater() {
            tryAt = System.nanoTime() + backoff.failed().toNanos();
        }
    }

    GroupCompleter(GroupCommands groups, Clock clock, DeadLetterSender deadLetters, TaskEvents events,
            OutcomesOfFailure failures) {
        this.groups = groups;
        this.clock = clock;
        this.deadLetters = deadLetters;
        this.events = events;
        this.failures = failures;
    }

    /** Takes something to be written, when the dead letters that belong to it are sent. */
    void write(GroupResult write) {
        queue.add(write);
        sendLetters(write);
    }

    private void sendLetters(GroupResult write) {
        CompletableFuture.allOf(write.settlements().stream()
                .map(settlement -> deadLetters.send(settlement.message(), settlement.outcome()).toCompletableFuture())
                .toArray(CompletableFuture[]::new)).whenComplete((sent, error) -> {
                    write.ready();
                    signal.set();
                });
    }

    /** Ends the thread as soon as everything is written; what cannot be written is tried once more only. */
    void stop() {
        stopping = true;
        signal.set();
    }

    @Override
    public void run() {
        try {
            while (!stopping || !unwritten.isEmpty() || !queue.isEmpty()) {
                signal.await(rest());
                writeDue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration rest() {
        long rest = LONGEST_REST.toNanos();
        for (Unwritten set : unwritten.values()) {
            if (set.isReady()) {
                rest = Math.min(rest, set.untilDue());
            }
        }
        return Duration.ofNanos(Math.max(rest, 0));
    }

    /** Writes what is new, and after each try of something else whatever is new again: a try may take long. */
    private void writeDue() {
        writeNew();
        for (Unwritten set : List.copyOf(unwritten.values())) {
            if (set.isReady() && (stopping || set.isDue())) {
                write(set);
                writeNew();
            }
        }
    }

    private void writeNew() {
        for (GroupResult write = queue.poll(); write != null; write = queue.poll()) {
            unwritten.computeIfAbsent(write.delivery(), delivery -> new Unwritten()).writes.add(write);
        }
        for (Unwritten set : List.copyOf(unwritten.values())) {
            if (set.isReady() && set.backoff.isFirst()) {
                write(set);
            }
        }
    }

    private void write(Unwritten set) {
        GroupDelivery delivery = set.writes.peek().delivery();
        while (set.isReady() && (stopping || set.isDue())) {
            if (isDone(set, set.writes.peek())) {
                set.writes.remove();
                set.backoff.succeeded();
                set.refusals = 0;
            }
        }
        if (set.writes.isEmpty()) {
            unwritten.remove(delivery);
        }
    }

    /**
     * Returns false if it is to be tried again, or has become something else to be written. The thread must outlive
     * whatever happens: nobody else writes.
     */
    private boolean isDone(Unwritten set, GroupResult write) {
        GroupDelivery delivery = write.delivery();
        if (delivery.isStagingLost()) {
            write.end(new IllegalStateException(write + " was not written: the tasks were given up"));
            return true;
        }
        try {
            if (write.aggregate() == null) {
                settle(write);
                return true;
            }
            return isStored(write);
        } catch (BrokerException e) {
            boolean unknown = e instanceof AmbiguousResultException;
            if (unknown) {
                write.maybeWritten();
            } else if (!(e instanceof BrokerUnavailableException)) {
                set.refusals++;
            }
            if (!stopping && set.refusals < MAX_REFUSALS && delivery.isStaged(clock.instant())) {
                LOG.log(set.backoff.isFirst() ? Level.WARNING : Level.DEBUG,
                        "{0} cannot be written, trying again: {1}", write, e.getMessage());
                set.tryLater();
                return false;
            }
            LOG.log(Level.ERROR, "{0} was not written; the tasks will be put back and handled again: {1}", write,
                    e.getMessage());
            giveUp(write, e);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, write + " cannot be written; the tasks will be put back and handled again", e);
            giveUp(write, e);
        }
        return true;
    }

    /** Nothing later may be written of the set either: a task it were turned into would replace these members too. */
    private static void giveUp(GroupResult write, Throwable error) {
        write.delivery().stagingLost();
        write.end(error);
    }

    /** Returns false if the task was refused, and what becomes of the members is to be written instead. */
    private boolean isStored(GroupResult write) {
        GroupDelivery delivery = write.delivery();
        TaskMessage aggregate = write.aggregate().message();
        Optional<StoreResult> result = groups.complete(delivery.set(), write.aggregate());
        if (result.isEmpty()) {
            lost(write);
        } else if (result.get() instanceof StoreResult.Stored) {
            aggregated(delivery, delivery.members(), aggregate.id());
            write.end();
        } else {
            String which = aggregate.toString() + ", which " + delivery + " were turned into";
            var refused = new AggregateRefusedException(result.get() instanceof StoreResult.IdTaken
                    ? "task ID conflicts with another task: " + which : "task already exists: " + which);
            write.refused(refused, failures.of(delivery, refused));
            sendLetters(write);
            return false;
        }
        return true;
    }

    private void settle(GroupResult write) {
        GroupDelivery delivery = write.delivery();
        Optional<List<Boolean>> result = groups.settle(delivery.set(), write.settlements());
        if (result.isEmpty()) {
            lost(write);
            return;
        }
        tell(delivery, write.settlements(), result.get());
        write.end();
    }

    private void tell(GroupDelivery delivery, List<MemberSettlement> settlements, List<Boolean> done) {
        List<MemberSettlement> written = IntStream.range(0, done.size()).filter(done::get)
                .mapToObj(settlements::get).toList();
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
        events.emit(() -> new TasksAggregated(delivery.queue(), delivery.group(),
                members.stream().map(member -> member.toInfo(TaskState.AGGREGATING, null)).toList(), aggregate,
                clock.instant()));
    }

    private void lost(GroupResult write) {
        if (!write.isMaybeWritten()) {
            LOG.log(Level.WARNING, "{0} was not written: the tasks are not this worker''s any more", write);
        }
        write.end(write.isMaybeWritten() || write.aggregate() == null ? null
                : new IllegalStateException(write + " was not stored: they were put back meanwhile"));
    }
}
