package io.github.asynqee.internal.delivery;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;

/**
 * Writes task outcomes in chunks; outcomes that arrive during a call go into the next call, and outcomes that no caller
 * awaits are delayed briefly to fill a chunk ({@link Gathering}). Outcomes that cannot be written are retried while the
 * lease of their task is valid; they do not delay outcomes of other queues.
 */
public final class Completer extends OutcomeWriter<String, Completer.Entry> {

    private static final Logger LOG = System.getLogger(Completer.class.getName());
    private static final int MAX_BATCH = 512;

    private final WorkerCommands commands;
    private final Clock clock;
    private final TaskEvents events;
    private final WorkerMetrics metrics;
    private final AttemptRecorder attempts;
    private final Gathering gathering;

    static final class Entry {
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
        this(commands, clock, events, metrics, attempts, System::nanoTime);
    }

    /** @param nanoTime the monotonic clock for delayed outcomes and for the interval between log lines */
    Completer(WorkerCommands commands, Clock clock, TaskEvents events, WorkerMetrics metrics, AttemptRecorder attempts,
            LongSupplier nanoTime) {
        super(LOG, nanoTime);
        this.gathering = new Gathering(nanoTime);
        this.commands = commands;
        this.clock = clock;
        this.events = events;
        this.metrics = metrics;
        this.attempts = attempts;
    }

    /** Writes the outcome of a delivery soon, and confirms the delivery afterwards. */
    void write(TaskDelivery delivery, Outcome outcome) {
        Entry entry = new Entry(delivery, attempts.settlement(delivery, outcome, clock.instant()));
        if (arrive(entry) && gathering.wakes(!delivery.mayWait())) {
            signal.set();
        }
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
    public void end() {
        stopping();
        while (!retries.isEmpty() || !arrived.isEmpty()) {
            runOnce();
        }
        super.end();
    }

    /** Returns new outcomes, unless their queue is unreachable, and outcomes whose retry is due. */
    private List<Entry> nextBatch() {
        List<Entry> batch = new ArrayList<>();
        int taken = 0;
        for (; taken < MAX_BATCH; taken++) {
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
        gathering.taken(taken);
        for (OutcomeRetryQueue<Entry> again : retries.values()) {
            if (stopping || again.untilDue() <= 0) {
                again.moveTo(batch, MAX_BATCH);
            }
        }
        return batch;
    }

    private Duration untilNext() {
        if (!gathering.isOn() && !arrived.isEmpty()) {
            return Duration.ZERO;
        }
        Duration rest = gathering.isOn() ? gathering.rest() : UNTIL_WOKEN;
        return retries.values().stream().map(OutcomeRetryQueue::untilDue).min(Long::compare)
                .map(nanos -> Duration.ofNanos(Math.max(nanos, 0))).filter(due -> due.compareTo(rest) < 0).orElse(rest);
    }

    /** Writes a batch; an unexpected failure counts as a failure of each outcome that is not written yet. */
    private void writeAll(List<Entry> batch) {
        try {
            write(batch);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "writing outcomes failed", e);
            batch.stream().filter(entry -> !entry.delivery.isConfirmed()).forEach(entry -> failed(entry, e));
        }
    }

    private void write(List<Entry> batch) {
        List<Settlement.Result> results = send(batch);
        for (int i = 0; i < results.size(); i++) {
            Entry entry = batch.get(i);
            Settlement.Result result = results.get(i);
            if (result instanceof Settlement.Result.Failed failed) {
                failed(entry, failed.error());
            } else if (entry.unwritable) {
                entry.delivery.confirm();
            } else {
                written(entry.queue());
                confirm(entry, result);
            }
        }
    }

    /**
     * Confirms the delivery. If an outcome was sent twice and its task no longer exists, the first call has written it.
     */
    private void confirm(Entry entry, Settlement.Result result) {
        if (result instanceof Settlement.Result.Lost && !entry.maybeWritten) {
            LOG.log(Level.WARNING, "{1} of {0} was not written: the lease is lost, because another worker has "
                    + "the task or Redis has lost its data",
                    entry.delivery.message(), entry.settlement.outcome());
            entry.delivery.confirm();
        } else {
            events.written(entry.delivery.message(), entry.settlement.outcome(), entry.delivery.duration());
            entry.delivery.confirm(entry.settlement.outcome());
        }
    }

    private List<Settlement.Result> send(List<Entry> batch) {
        try {
            List<Settlement.Result> results = commands.write(batch.stream().map(entry -> entry.settlement).toList());
            metrics.written(batch.size());
            return results;
        } catch (BrokerException e) {
            return batch.stream().<Settlement.Result>map(entry -> new Settlement.Result.Failed(e)).toList();
        } catch (RuntimeException e) {
            return sendOneByOne(batch, e);
        }
    }

    /** Writes the outcomes one by one, because one of them cannot be encoded. */
    private List<Settlement.Result> sendOneByOne(List<Entry> batch, RuntimeException problem) {
        if (batch.size() == 1) {
            Entry entry = batch.get(0);
            LOG.log(Level.ERROR, entry.settlement.outcome() + " of " + entry.delivery.message()
                    + " cannot be written; the task will be recovered", problem);
            entry.unwritable = true;
            return List.of(new Settlement.Result.Lost());
        }
        return batch.stream().flatMap(entry -> send(List.of(entry)).stream()).toList();
    }

    private void failed(Entry entry, Throwable error) {
        boolean ambiguous = error instanceof AmbiguousResultException;
        entry.maybeWritten |= ambiguous;
        if (entry.settlement.lease().isValid(clock.instant()) && !stopping) {
            retried(entry.queue(), error, () -> entry.settlement.outcome() + " of " + entry.delivery.message()
                    + " cannot be written and is retried: " + error.getMessage());
            retries(entry.queue()).failed(entry, ambiguous || error instanceof BrokerUnavailableException);
        } else {
            drop(entry, error.getMessage());
        }
    }

    @Override
    protected void drop(Entry entry, String reason) {
        dropped(entry.queue(), () -> entry.settlement.outcome() + " of " + entry.delivery.message()
                + " was not written; the task will be recovered and run again: " + reason);
        entry.delivery.confirm();
    }
}
