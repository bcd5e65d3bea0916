package io.github.asynqee.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

import io.github.asynqee.broker.BrokerException;
import io.github.asynqee.broker.CancellationFeed;

/** Hears of tasks that somebody asks to cancel, as long as it runs: whatever ends the subscription, it begins anew. */
final class CancellationWatch implements Runnable {

    private static final Logger LOG = System.getLogger(CancellationWatch.class.getName());

    private final CancellationFeed feed;
    private final Consumer<String> onCancel;
    private final Signal stop = new Signal();
    private final Backoff backoff = new Backoff();
    private volatile boolean stopped;

    CancellationWatch(CancellationFeed feed, Consumer<String> onCancel) {
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

    /** Keeps the subscription alive; to be called every {@link CancellationFeed#PING_INTERVAL}. */
    void ping() {
        feed.ping();
    }

    void stop() {
        stopped = true;
        stop.give();
        feed.close();
    }
}
