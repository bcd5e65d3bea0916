package io.github.asynqee.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.asynqee.broker.BrokerException;
import io.github.asynqee.broker.Groups;
import io.github.asynqee.broker.MemberSettlement;
import io.github.asynqee.broker.Outcome;
import io.github.asynqee.broker.StoreResult;
import io.github.asynqee.broker.UnknownOutcomeException;
import io.github.asynqee.event.TasksAggregated;
import io.github.asynqee.protocol.TaskMessage;
import io.github.asynqee.service.TaskEvents;
import io.github.asynqee.task.TaskState;

/**
 * Writes down what became of groups, in the order in which it was said. What cannot be written is tried again as long as
 * the group's set is staged; it is kept so meanwhile.
 */
final class GroupCompleter implements Runnable {

    private static final Logger LOG = System.getLogger(GroupCompleter.class.getName());

    private final Groups groups;
    private final Clock clock;
    private final DeadLetterOffice deadLetters;
    private final TaskEvents events;
    private final OutcomesOfFailure failures;
    private final BlockingQueue<GroupWrite> queue = new LinkedBlockingQueue<>();
    private final Backoff backoff = new Backoff();
    private final Signal stop = new Signal();
    private volatile boolean stopping;

    /** Decides what becomes of the members of a group that failed. */
    @FunctionalInterface
    interface OutcomesOfFailure {
        List<MemberSettlement> of(GroupDelivery delivery, Throwable error);
    }

    GroupCompleter(Groups groups, Clock clock, DeadLetterOffice deadLetters, TaskEvents events,
            OutcomesOfFailure failures) {
        this.groups = groups;
        this.clock = clock;
        this.deadLetters = deadLetters;
        this.events = events;
        this.failures = failures;
    }

    void write(GroupWrite write) {
        queue.add(write);
    }

    /** Ends the thread as soon as everything is written; what cannot be written is tried once more only. */
    void stop() {
        stopping = true;
        stop.give();
    }

    @Override
    public void run() {
        Deque<GroupWrite> unwritten = new ArrayDeque<>();
        try {
            while (!stopping || !unwritten.isEmpty() || !queue.isEmpty()) {
                if (unwritten.isEmpty()) {
                    GroupWrite next = queue.poll(100, TimeUnit.MILLISECONDS);
                    if (next == null) {
                        continue;
                    }
                    unwritten.add(next);
                }
                if (isDone(unwritten.peek())) {
                    unwritten.remove();
                    backoff.succeeded();
                } else {
                    // those of one set must not overtake each other
                    stop.await(backoff.failed());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns false if it is to be tried again. The thread must outlive whatever happens: nobody else writes. */
    private boolean isDone(GroupWrite write) {
        try {
            if (write.aggregate() == null) {
                settle(write, write.settlements(), null);
            } else {
                store(write);
            }
            return true;
        } catch (BrokerException e) {
            if (e instanceof UnknownOutcomeException) {
                write.maybeDone();
            }
            if (!stopping && write.delivery().isStaged(clock.instant())) {
                LOG.log(backoff.isFirst() ? Level.WARNING : Level.DEBUG, "{0} cannot be written, trying again: {1}",
                        write, e.getMessage());
                return false;
            }
            LOG.log(Level.ERROR, "{0} was not written; the tasks will be put back and handled again: {1}", write,
                    e.getMessage());
            write.end(e);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, write + " cannot be written; the tasks will be put back and handled again", e);
            write.end(e);
        }
        return true;
    }

    private void store(GroupWrite write) {
        GroupDelivery delivery = write.delivery();
        TaskMessage aggregate = write.aggregate().message();
        Optional<StoreResult> result = groups.complete(delivery.set(), write.aggregate());
        if (result.isEmpty()) {
            lost(write);
        } else if (result.get() instanceof StoreResult.Stored) {
            aggregated(delivery, delivery.members(), aggregate.id());
            write.end(null);
        } else {
            String which = aggregate.toString() + ", which " + delivery + " were turned into";
            var refused = new AggregateRefusedException(result.get() instanceof StoreResult.IdTaken
                    ? "task ID conflicts with another task: " + which : "task already exists: " + which);
            settle(write, failures.of(delivery, refused), refused);
        }
    }

    private void settle(GroupWrite write, List<MemberSettlement> settlements, Throwable error) {
        GroupDelivery delivery = write.delivery();
        DeadLetterOffice.await(settlements.stream()
                .map(settlement -> deadLetters.send(settlement.message(), settlement.outcome())).toList());
        Optional<List<Boolean>> result = groups.settle(delivery.set(), settlements);
        if (result.isEmpty()) {
            lost(write);
            return;
        }
        tell(delivery, settlements, result.get());
        write.end(error);
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
        events.tell(() -> new TasksAggregated(delivery.queue(), delivery.group(),
                members.stream().map(member -> member.toInfo(TaskState.AGGREGATING, null)).toList(), aggregate,
                clock.instant()));
    }

    private void lost(GroupWrite write) {
        if (!write.isMaybeDone()) {
            LOG.log(Level.WARNING, "{0} was not written: the tasks are not this worker''s any more", write);
        }
        write.end(write.isMaybeDone() || write.aggregate() == null ? null
                : new IllegalStateException(write + " was not stored: they were put back meanwhile"));
    }
}
