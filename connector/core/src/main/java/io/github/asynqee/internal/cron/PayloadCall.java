package io.github.asynqee.internal.cron;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

import io.github.asynqee.internal.client.ComposedTask;
import io.github.asynqee.periodic.PeriodicTask;

/**
 * Calls the payload source of one entry, one call at a time. A call that does not return can be abandoned, so that
 * later ticks are processed. Thread-safe.
 */
final class PayloadCall {

    /** Number of abandoned calls still running at which no other is made. */
    static final int MAX_ABANDONED = 3;

    private static final Logger LOG = System.getLogger(PayloadCall.class.getName());

    private final SchedulerContext node;
    private Call current;
    private ProducedPayload produced;
    private int hanging;

    PayloadCall(SchedulerContext node) {
        this.node = node;
    }

    /** One call of a payload source; its result counts only while it is the current call. */
    private final class Call implements Runnable {
        private final Instant tick;
        private final Instant until;
        private final Callable<ComposedTask> source;
        private Thread thread;
        private boolean late;

        private Call(Instant tick, Instant until, Callable<ComposedTask> source) {
            this.tick = tick;
            this.until = until;
            this.source = source;
        }

        @Override
        public void run() {
            if (begins(this)) {
                ProducedPayload payload;
                try {
                    payload = new ProducedPayload(tick, source.call(), null);
                } catch (Exception | Error e) {
                    payload = new ProducedPayload(tick, null, e);
                }
                ended(this, payload);
            }
        }
    }

    /**
     * Calls a source for a tick that this node has claimed until an instant. If the executor rejects the call, it
     * counts as failed.
     */
    void call(Instant tick, Instant until, Callable<ComposedTask> source) {
        Call call = new Call(tick, until, source);
        synchronized (this) {
            current = call;
        }
        try {
            node.payloadExecutor().execute(call);
        } catch (RuntimeException | Error e) {
            ended(call, new ProducedPayload(tick, null, e));
        }
    }

    private synchronized boolean begins(Call call) {
        if (call != current) {
            return false;
        }
        call.thread = Thread.currentThread();
        return true;
    }

    private void ended(Call call, ProducedPayload payload) {
        synchronized (this) {
            if (call == current) {
                current = null;
                produced = payload;
            } else if (call.thread != null) {
                hanging--;
            }
            call.thread = null;
        }
        node.wake().run();
    }

    /** The tick of a call whose claim has expired, {@code null} if there is none; logged once. */
    synchronized Instant late(PeriodicTask task, Instant now) {
        if (current == null || now.isBefore(current.until)) {
            return null;
        }
        if (!current.late) {
            current.late = true;
            LOG.log(Level.WARNING,
                    "the payload source of {0} has not returned for the tick at {1} within {2} s: another node may "
                            + "call its own",
                    task, current.tick, SchedulerContext.CLAIM.toSeconds());
        }
        return current.tick;
    }

    /** Interrupts the current call and treats it as failed. */
    synchronized void abandon(PeriodicTask task) {
        Call call = current;
        current = null;
        produced = new ProducedPayload(call.tick, null,
                new TimeoutException("no result within " + SchedulerContext.CLAIM.toSeconds() + " s"));
        if (call.thread != null) {
            hanging++;
            call.thread.interrupt();
            if (hanging == MAX_ABANDONED) {
                LOG.log(Level.ERROR,
                        "{0} calls of the payload source of {1} hang: this node calls it again when one of them "
                                + "has ended",
                        hanging, task);
            }
        }
    }

    synchronized boolean isRunning() {
        return current != null;
    }

    synchronized boolean isExhausted() {
        return hanging >= MAX_ABANDONED;
    }

    /** The result of the last call, {@code null} if there is none to be delivered. */
    synchronized ProducedPayload produced() {
        return produced;
    }

    synchronized void delivered() {
        produced = null;
    }
}
