package io.github.asynqee.internal.settle;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.AmbiguousResultException;
import io.github.asynqee.BrokerException;
import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.SettleResult;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.event.TaskEvents;

/**
 * Writes down what became of tasks: all that has gathered while the last call was under way goes into the next one.
 * What cannot be written is set aside and tried again as long as the task's lease lasts; the lease is kept alive meanwhile,
 * and the outcomes of other queues are written.
 */
public final class Completer implements Runnable {

    private static final Logger LOG = System.getLogger(Completer.class.getName());
    private static final int MAX_BATCH = 512;
    /** Wakes the thread up, to see that it is to end. */
    private static final Entry END = new Entry(null, null);

    private final WorkerCommands working;
    private final Clock clock;
    private final TaskEvents events;
    private final BlockingQueue<Entry> queue = new LinkedBlockingQueue<>();
    private final Map<String, OutcomeRetryQueue<Entry>> unwritten = new HashMap<>();
    private final DroppedOutcomeLog lost = new DroppedOutcomeLog();
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

    public Completer(WorkerCommands working, Clock clock, TaskEvents events) {
        this.working = working;
        this.clock = clock;
        this.events = events;
    }

    public void complete(TaskDelivery delivery, Outcome outcome) {
        queue.add(new Entry(delivery, new Settlement(delivery.lease(), outcome)));
    }

    /** Ends the thread as soon as everything is written; what cannot be written is tried once more only. */
    public void stop() {
        stopping = true;
        queue.add(END);
    }

    @Override
    public void run() {
        try {
            while (!stopping || !unwritten.isEmpty() || !queue.isEmpty()) {
                List<Entry> batch = next();
                if (!batch.isEmpty()) {
                    writeUnlessBroken(batch);
                    unwritten.values().forEach(OutcomeRetryQueue::pause);
                    unwritten.values().removeIf(OutcomeRetryQueue::isEmpty);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lost.end();
        }
    }

    /** What is new, unless its queue cannot be reached, and what is to be tried again now. */
    private List<Entry> next() throws InterruptedException {
        List<Entry> arrived = new ArrayList<>();
        Entry first = awaitFirst();
        if (first != null) {
            arrived.add(first);
            queue.drainTo(arrived, MAX_BATCH - 1);
        }
        arrived.removeIf(entry -> entry == END);
        List<Entry> batch = new ArrayList<>();
        for (Entry entry : arrived) {
            OutcomeRetryQueue<Entry> earlier = unwritten.get(entry.queue());
            if (earlier != null && earlier.isUnreachable()) {
                earlier.add(entry);
            } else {
                batch.add(entry);
            }
        }
        for (OutcomeRetryQueue<Entry> again : unwritten.values()) {
            if (stopping || again.untilDue() <= 0) {
                again.moveTo(batch, MAX_BATCH);
            }
        }
        return batch;
    }

    /** What has arrived first; {@code null} if it is time to try others again before. */
    private Entry awaitFirst() throws InterruptedException {
        if (stopping) {
            return queue.poll();
        }
        if (unwritten.isEmpty()) {
            return queue.take();
        }
        long untilNextTry = unwritten.values().stream().mapToLong(OutcomeRetryQueue::untilDue).min().getAsLong();
        return queue.poll(untilNextTry, TimeUnit.NANOSECONDS);
    }

    /** The thread must outlive whatever happens: nobody else writes. */
    private void writeUnlessBroken(List<Entry> batch) {
        try {
            write(batch);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "cannot write outcomes", e);
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
                    lost.over(entry.queue());
                    told(entry, result);
                }
                entry.delivery.outcomeWritten();
            }
        }
    }

    /** Tells what Redis has. What was sent twice, and is gone now, was written the first time. */
    private void told(Entry entry, SettleResult result) {
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

    private void failed(Entry entry, Throwable error) {
        boolean maybeWritten = error instanceof AmbiguousResultException;
        entry.maybeWritten |= maybeWritten;
        if (entry.settlement.lease().isValid(clock.instant()) && !stopping) {
            OutcomeRetryQueue<Entry> again = unwritten.computeIfAbsent(entry.queue(),
                    name -> new OutcomeRetryQueue<>());
            LOG.log(again.isFirst() ? Level.WARNING : Level.DEBUG, () -> "cannot write " + entry.settlement.outcome()
                    + " of " + entry.delivery.message() + ", trying again: " + error.getMessage());
            again.failed(entry, maybeWritten || error instanceof BrokerUnavailableException);
        } else {
            lost.add(entry.queue(), () -> entry.settlement.outcome() + " of " + entry.delivery.message()
                    + " was not written; the task will be recovered and run again: " + error.getMessage());
            entry.delivery.outcomeWritten();
        }
    }

    /** How long a stop may take: one try of what is left. */
    public static Duration stopTime() {
        return Duration.ofSeconds(3);
    }
}
