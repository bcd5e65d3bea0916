package io.github.asynqee.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.broker.BrokerException;
import io.github.asynqee.broker.Outcome;
import io.github.asynqee.broker.SettleResult;
import io.github.asynqee.broker.Settlement;
import io.github.asynqee.broker.UnknownOutcomeException;
import io.github.asynqee.broker.Working;
import io.github.asynqee.service.TaskEvents;

/**
 * Writes down what became of tasks: all that has gathered while the last call was under way goes into the next one.
 * What cannot be written is tried again as long as the task's lease lasts; the lease is kept alive meanwhile.
 */
final class Completer implements Runnable {

    private static final Logger LOG = System.getLogger(Completer.class.getName());
    private static final int MAX_BATCH = 512;

    private final Working working;
    private final Clock clock;
    private final TaskEvents events;
    private final BlockingQueue<Entry> queue = new LinkedBlockingQueue<>();
    private final Backoff backoff = new Backoff();
    private final Signal stop = new Signal();
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
    }

    Completer(Working working, Clock clock, TaskEvents events) {
        this.working = working;
        this.clock = clock;
        this.events = events;
    }

    void complete(TaskDelivery delivery, Outcome outcome) {
        queue.add(new Entry(delivery, new Settlement(delivery.lease(), outcome)));
    }

    /** Ends the thread as soon as everything is written; what cannot be written is tried once more only. */
    void stop() {
        stopping = true;
        stop.give();
    }

    @Override
    public void run() {
        List<Entry> batch = new ArrayList<>();
        try {
            while (!stopping || !batch.isEmpty() || !queue.isEmpty()) {
                if (batch.isEmpty()) {
                    Entry first = queue.poll(100, TimeUnit.MILLISECONDS);
                    if (first == null) {
                        continue;
                    }
                    batch.add(first);
                }
                queue.drainTo(batch, MAX_BATCH - batch.size());
                List<Entry> unwritten = writeUnlessBroken(batch);
                batch.clear();
                batch.addAll(unwritten);
                if (!batch.isEmpty()) {
                    stop.await(backoff.failed());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The thread must outlive whatever happens: nobody else writes. */
    private List<Entry> writeUnlessBroken(List<Entry> batch) {
        try {
            return write(batch);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "cannot write outcomes, trying again", e);
            return batch.stream().filter(entry -> !entry.delivery.isWritten()).toList();
        }
    }

    /** Writes a batch and returns what is to be tried again. */
    private List<Entry> write(List<Entry> batch) {
        List<SettleResult> results = settle(batch);
        List<Entry> again = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            Entry entry = batch.get(i);
            SettleResult result = results.get(i);
            if (result instanceof SettleResult.Failed failed) {
                failed(entry, failed.error(), again);
            } else {
                told(entry, result);
                entry.delivery.written();
            }
        }
        if (again.isEmpty()) {
            backoff.succeeded();
        }
        return again;
    }

    /** Tells what Redis has. What was sent twice, and is gone now, was written the first time. */
    private void told(Entry entry, SettleResult result) {
        if (entry.unwritable) {
            return;
        }
        if (result instanceof SettleResult.Lost && !entry.maybeWritten) {
            LOG.log(Level.WARNING, "{0} is not this worker''s any more: {1} was not written",
                    entry.delivery.message(), entry.settlement.outcome());
        } else {
            events.written(entry.delivery.message(), entry.settlement.outcome(), entry.delivery.duration());
        }
    }

    private List<SettleResult> settle(List<Entry> batch) {
        try {
            return working.settle(batch.stream().map(entry -> entry.settlement).toList());
        } catch (BrokerException e) {
            return batch.stream().<SettleResult>map(entry -> new SettleResult.Failed(e)).toList();
        } catch (RuntimeException e) {
            return settleOneByOne(batch, e);
        }
    }

    /** Something in the batch cannot be written at all: the others must not suffer. */
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

    private void failed(Entry entry, BrokerException error, List<Entry> again) {
        entry.maybeWritten |= error instanceof UnknownOutcomeException;
        if (entry.settlement.lease().isValid(clock.instant()) && !stopping) {
            if (backoff.isFirst()) {
                LOG.log(Level.WARNING, () -> "cannot write " + entry.settlement.outcome() + " of "
                        + entry.delivery.message() + ", trying again: " + error.getMessage());
            }
            again.add(entry);
        } else {
            LOG.log(Level.ERROR, () -> entry.settlement.outcome() + " of " + entry.delivery.message()
                    + " was not written; the task will be recovered and run again: " + error.getMessage());
            entry.delivery.written();
        }
    }

    /** How long a stop may take: one try of what is left. */
    static Duration stopTime() {
        return Duration.ofSeconds(3);
    }
}
