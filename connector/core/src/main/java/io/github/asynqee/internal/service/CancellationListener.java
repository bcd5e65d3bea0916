package io.github.asynqee.internal.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Consumer;

import io.github.asynqee.internal.broker.watch.CancellationSubscription;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.text.PrintableText;
import io.github.asynqee.internal.thread.Backoff;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.redis.BrokerException;

/**
 * Receives requests to cancel tasks (protocol section 7.9). A run is one subscription; it ends when the connection
 * ends.
 */
public final class CancellationListener implements PeriodicJob {

    private static final Logger LOG = System.getLogger(CancellationListener.class.getName());

    private final CancellationSubscription subscription;
    private final Consumer<CancellationSubscription.Request> onCancel;
    private final FailureLog failures = new FailureLog(LOG);
    private final Backoff backoff = new Backoff();
    private volatile boolean stopped;

    /**
     * Creates the service.
     *
     * @param subscription the subscription; closed when the service stops
     * @param onCancel receives the requests
     */
    public CancellationListener(CancellationSubscription subscription,
            Consumer<CancellationSubscription.Request> onCancel) {
        this.subscription = subscription;
        this.onCancel = onCancel;
    }

    @Override
    public Duration runOnce() {
        try {
            subscription.subscribe();
            backoff.succeeded();
            failures.succeeded(this);
            while (!stopped) {
                cancel(subscription.next());
            }
        } catch (BrokerException e) {
            if (!stopped) {
                failures.failed(this, e,
                        () -> "requests to cancel tasks are not received; the subscription is retried: "
                                + e.getMessage());
            }
        }
        return backoff.failed();
    }

    private void cancel(CancellationSubscription.Request request) {
        try {
            onCancel.accept(request);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "task " + PrintableText.of(request.taskId()) + " cannot be cancelled", e);
        }
    }

    /** Keeps the connection alive; to be called every {@link CancellationSubscription#PING_INTERVAL}. */
    public void ping() {
        subscription.ping();
    }

    @Override
    public void stopping() {
        stopped = true;
        subscription.close();
    }
}
