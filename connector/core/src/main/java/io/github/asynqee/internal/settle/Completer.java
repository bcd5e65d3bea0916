package io.github.asynqee.internal.settle;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.asynqee.AmbiguousResultException;
import io.github.asynqee.BrokerException;
import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.SettleResult;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.Signal;

/**
 * Writes task outcomes in batches; outcomes that arrive during a call go into the next one. Outcomes that cannot be
 * written are retried while the lease of their task is valid; they do not delay outcomes of other queues.
 */
public final class Completer implements PeriodicJob {

    /** Maximum duration of a stop, which tries to write each remaining outcome once. */
    public static final Duration STOP_TIME = Duration.ofSeconds(3);
    private static final Logger LOG = System.getLogger(Completer.class.getName());
    private static final int MAX_BATCH = 512;

    private final WorkerCommands commands;
    private final Clock clock;
    private final TaskEvents events;
    private final WorkerMetrics metrics;
    private final AttemptRecorder attempts;
    private final Signal signal = new Signal();
    private final Queue<Entry> arrived = new ConcurrentLinkedQueue<>();
    private final Map<String, OutcomeRetryQueue<Entry>> retries = new HashMap<>();
    private final FailureLog failures = new FailureLog(LOG);
    private final DroppedOutcomeLog dropped = new DroppedOutcomeLog();
    private volatile boolean stopping;

    private static final class Entry {
        private final TaskDelivery delivery;
        private final Settlement settlement;
        private boolean maybeWritten;
        private boolean unwritable;

        Entry(TaskDelivery delivery, Settlement settlement) {
            this.delivery = delivery;
            this.settlement = settlement;
        }

        String queue() {
            return settlement.lease().queue();
        }
    }

    public Completer(WorkerCommands commands, Clock clock, TaskEvents events, WorkerMetrics metrics,
            AttemptRecorder attempts) {
        this.commands = commands;
        this.clock = clock;
        this.events = events;
        this.metrics = metrics;
        this.attempts = attempts;
    }

    /** Writes the outcome of a delivery soon; {@link TaskDelivery#outcomeWritten()} is called afterwards. */
    public void complete(TaskDelivery delivery, Outcome outcome) {
        arrived.add(new Entry(delivery, attempts.settlement(delivery, outcome, clock.instant())));
        signal.set();
    }

    @Override
    public Duration runOnce() {
        List<Entry> batch = nextBatch();
        if (!batch.isEmpty()) {
            writeAll(batch);
            retries.values().forEach(OutcomeRetryQueue::pause);
            retries.values().removeIf(OutcomeRetryQueue::isEmpty);
        }
        return untilNext();
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
        while (!retries.isEmpty() || !arrived.isEmpty()) {
            runOnce();
        }
        dropped.end();
    }

    /** New outcomes, unless their queue is unreachable, and those whose retry is due. */
    private List<Entry> nextBatch() {
        List<Entry> batch = new ArrayList<>();
        for (int i = 0; i < MAX_BATCH; i++) {
            Entry entry = arrived.poll();
            if (entry == null) {
                break;
            }
            OutcomeRetryQueue<Entry> earlier = retries.get(entry.queue());
            if (earlier != null && earlier.isUnreachable()) {
                earlier.add(entry);
            } else {
                batch.add(entry);
            }
        }
        for (OutcomeRetryQueue<Entry> again : retries.values()) {
            if (stopping || again.untilDue() <= 0) {
                again.moveTo(batch, MAX_BATCH);
            }
        }
        return batch;
    }

    private Duration untilNext() {
        if (!arrived.isEmpty()) {
            return Duration.ZERO;
        }
        return retries.values().stream().map(OutcomeRetryQueue::untilDue).min(Long::compare)
                .map(nanos -> Duration.ofNanos(Math.max(nanos, 0))).orElse(UNTIL_WOKEN);
    }

    /** Writes a batch; an unexpected failure counts as a failure of each outcome that is not written yet. */
    private void writeAll(List<Entry> batch) {
        try {
            write(batch);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "writing outcomes failed", e);
            batch.stream().filter(entry -> !entry.delivery.isOutcomeWritten()).forEach(entry -> failed(entry, e));
        }
    }

    private void write(List<Entry> batch) {
        List<SettleResult> results = settle(batch);
        for (int i = 0; i < results.size(); i++) {
            Entry entry = batch.get(i);
            SettleResult result = results.get(i);
            if (result instanceof SettleResult.Failed failed) {
                failed(entry, failed.error());
            } else {
                if (!entry.unwritable) {
                    dropped.written(entry.queue());
                    failures.succeeded(entry.queue());
                    report(entry, result);
                }
                entry.delivery.outcomeWritten();
            }
        }
    }

    /** Emits the event. An entry that was sent twice and whose task is gone was written by the first call. */
    private void report(Entry entry, SettleResult result) {
        if (result instanceof SettleResult.Lost && !entry.maybeWritten) {
            LOG.log(Level.WARNING, "{1} of {0} was not written: the lease is lost, because another worker has "
                    + "the task or Redis has lost its data",
                    entry.delivery.message(), entry.settlement.outcome());
        } else {
            entry.delivery.written(entry.settlement.outcome());
            events.written(entry.delivery.message(), entry.settlement.outcome(), entry.delivery.duration());
        }
    }

    private List<SettleResult> settle(List<Entry> batch) {
        try {
            List<SettleResult> results = commands.settle(batch.stream().map(entry -> entry.settlement).toList());
            metrics.settled(batch.size());
            return results;
        } catch (BrokerException e) {
            return batch.stream().<SettleResult>map(entry -> new SettleResult.Failed(e)).toList();
        } catch (RuntimeException e) {
            return settleOneByOne(batch, e);
        }
    }

    /** One outcome of the batch cannot be encoded: the others are written without it. */
    private List<SettleResult> settleOneByOne(List<Entry> batch, RuntimeException problem) {
        if (batch.size() == 1) {
            Entry entry = batch.get(0);
            LOG.log(Level.ERROR, entry.settlement.outcome() + " of " + entry.delivery.message()
                    + " cannot be written; the task will be recovered", problem);
            entry.unwritable = true;
            return List.of(new SettleResult.Lost());
        }
        return batch.stream().flatMap(entry -> settle(List.of(entry)).stream()).toList();
    }

    private void failed(Entry entry, Throwable error) {
        boolean ambiguous = error instanceof AmbiguousResultException;
        entry.maybeWritten |= ambiguous;
        if (entry.settlement.lease().isValid(clock.instant()) && !stopping) {
            OutcomeRetryQueue<Entry> again = retries.computeIfAbsent(entry.queue(), name -> new OutcomeRetryQueue<>());
            failures.failed(entry.queue(), error, () -> entry.settlement.outcome() + " of " + entry.delivery.message()
                    + " cannot be written and is retried: " + error.getMessage());
            again.failed(entry, ambiguous || error instanceof BrokerUnavailableException);
        } else {
            dropped.add(entry.queue(), () -> entry.settlement.outcome() + " of " + entry.delivery.message()
                    + " was not written; the task will be recovered and run again: " + error.getMessage());
            entry.delivery.outcomeWritten();
        }
    }
}
