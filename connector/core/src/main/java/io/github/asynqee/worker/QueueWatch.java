package io.github.asynqee.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

import io.github.asynqee.broker.BrokerException;
import io.github.asynqee.broker.BrokerUnavailableException;
import io.github.asynqee.broker.PendingPeek;

/**
 * Watches one queue while the fetcher has nothing to do with it. Armed by the fetcher when it found the queue empty,
 * disarmed by itself when tasks are pending, so that it never asks about a queue from which nobody can fetch.
 */
final class QueueWatch implements Runnable {

    private static final Logger LOG = System.getLogger(QueueWatch.class.getName());
    private static final Duration PEEK = Duration.ofSeconds(5);

    private final String queue;
    private final PendingPeek peek;
    private final Runnable onPending;
    private final Signal signal = new Signal();
    private final Backoff backoff = new Backoff();
    private volatile boolean armed;
    private volatile boolean usable = true;
    private volatile boolean stopped;

    QueueWatch(String queue, PendingPeek peek, Runnable onPending) {
        this.queue = queue;
        this.peek = peek;
        this.onPending = onPending;
    }

    /** Whether the queue can be watched at all. */
    boolean isUsable() {
        return usable;
    }

    void arm() {
        armed = true;
        signal.give();
    }

    void stop() {
        stopped = true;
        signal.give();
        peek.close();
    }

    @Override
    public void run() {
        try {
            while (!stopped && usable) {
                if (armed) {
                    watch();
                } else {
                    signal.await(PEEK);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for tasks for a while. */
    void watch() throws InterruptedException {
        // that it was armed is known, and must not shorten a pause
        signal.clear();
        if (stopped) {
            return;
        }
        try {
            if (peek.await(PEEK)) {
                pending();
            }
            backoff.succeeded();
        } catch (BrokerUnavailableException e) {
            signal.await(backoff.failed());
            // the fetcher finds out by itself when Redis is back
            pending();
        } catch (BrokerException e) {
            LOG.log(Level.WARNING, "queue {0} cannot be watched and is asked again and again instead: {1}", queue,
                    e.getMessage());
            usable = false;
            pending();
        } catch (RuntimeException | Error e) {
            // nobody would take this thread's place
            LOG.log(Level.ERROR, "watching queue " + queue + " failed, trying again", e);
            signal.await(backoff.failed());
            pending();
        }
    }

    private void pending() {
        armed = false;
        onPending.run();
    }
}
