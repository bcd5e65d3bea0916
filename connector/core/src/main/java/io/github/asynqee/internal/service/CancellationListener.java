package io.github.asynqee.internal.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

import io.github.asynqee.BrokerException;
import io.github.asynqee.internal.broker.CancellationSubscription;
import io.github.asynqee.internal.thread.Backoff;
import io.github.asynqee.internal.thread.Signal;

/** Hears of tasks that somebody asks to cancel, as long as it runs: whatever ends the subscription, it begins anew. */
public final class CancellationListener implements Runnable {

    private static final Logger LOG = System.getLogger(CancellationListener.class.getName());

    private final CancellationSubscription feed;
    private final Consumer<String> onCancel;
    private final Signal stop = new Signal();
    private final Backoff backoff = new Backoff();
    private volatile boolean stopped;

    public CancellationListener(CancellationSubscription feed, Consumer<String> onCancel) {
        this.feed = feed;
        this.onCancel = onCancel;
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                listen();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void listen() throws InterruptedException {
        try {
            feed.subscribe();
            backoff.succeeded();
            while (!stopped) {
                cancel(feed.next());
            }
        } catch (BrokerException e) {
            if (!stopped) {
                LOG.log(backoff.isFirst() ? Level.WARNING : Level.DEBUG,
                        "requests to cancel tasks are not heard for now, trying again: {0}", e.getMessage());
                stop.await(backoff.failed());
            }
        } catch (RuntimeException | Error e) {
            // nobody would take this thread's place
            LOG.log(Level.ERROR, "cannot hear requests to cancel tasks, trying again", e);
            stop.await(backoff.failed());
        }
    }

    private void cancel(String taskId) {
        try {
            onCancel.accept(taskId);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "task " + taskId + " cannot be cancelled", e);
        }
    }

    /** Keeps the subscription alive; to be called every {@link CancellationSubscription#PING_INTERVAL}. */
    public void ping() {
        feed.ping();
    }

    public void stop() {
        stopped = true;
        stop.set();
        feed.close();
    }
}
