package io.github.asynqee.internal.cron;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

import io.github.asynqee.internal.client.ComposedTask;
import io.github.asynqee.periodic.PeriodicTask;

/**
 * Has the payloads of one entry produced, one after the other. A call that does not return can be given up, so that it is
 * the turn of later ticks. Thread-safe.
 */
final class PayloadCall {

    /** How many calls that were given up may still run before no other is made. */
    static final int MOST_GIVEN_UP = 3;

    private static final Logger LOG = System.getLogger(PayloadCall.class.getName());

    private final SchedulerContext node;
    private Call current;
    private ProducedPayload produced;
    private int hanging;

    PayloadCall(SchedulerContext node) {
        this.node = node;
    }

    /** One call of a payload source; what it gives counts as long as it is the current one. */
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
                ProducedPayload production;
                try {
                    production = new ProducedPayload(tick, source.call(), null);
                } catch (Exception | Error e) {
                    production = new ProducedPayload(tick, null, e);
                }
                ended(this, production);
            }
        }
    }

    /** Calls a source for a tick that nobody else deals with until an instant. What keeps it from running is a failure. */
    void call(Instant tick, Instant until, Callable<ComposedTask> source) {
        Call call = new Call(tick, until, source);
        synchronized (this) {
            current = call;
        }
        try {
            node.producers().execute(call);
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

    private void ended(Call call, ProducedPayload production) {
        synchronized (this) {
            if (call == current) {
                current = null;
                produced = production;
            } else if (call.thread != null) {
                hanging--;
            }
            call.thread = null;
        }
        node.wake().run();
    }

    /** The tick of a call that others do not wait for any more, {@code null} if there is none; said once in the log. */
    synchronized Instant late(PeriodicTask task, Instant now) {
        if (current == null || now.isBefore(current.until)) {
            return null;
        }
        if (!current.late) {
            current.late = true;
            LOG.log(Level.WARNING,
                    "the payload source of {0} has not answered for the tick at {1} within {2} s: another node may ask its own",
                    task, current.tick, CronEntry.CLAIM.toSeconds());
        }
        return current.tick;
    }

    /** Interrupts the call under way, which has failed thereby. */
    synchronized void giveUp(PeriodicTask task) {
        Call call = current;
        current = null;
        produced = new ProducedPayload(call.tick, null,
                new TimeoutException("no answer within " + CronEntry.CLAIM.toSeconds() + " s"));
        if (call.thread != null) {
            hanging++;
            call.thread.interrupt();
            if (hanging == MOST_GIVEN_UP) {
                LOG.log(Level.ERROR,
                        "{0} calls of the payload source of {1} hang: this node makes no other before one of them ends",
                        hanging, task);
            }
        }
    }

    synchronized boolean isRunning() {
        return current != null;
    }

    synchronized boolean isExhausted() {
        return hanging >= MOST_GIVEN_UP;
    }

    /** What was produced, {@code null} if nothing is to be delivered. */
    synchronized ProducedPayload produced() {
        return produced;
    }

    synchronized void delivered() {
        produced = null;
    }
}
