package io.github.asynqee.internal.metrics;

import java.util.concurrent.atomic.LongAdder;

/** The metrics of the inbox of a channel. Thread-safe. */
public final class InboxMetrics {

    private final Meters meters;
    private final LongAdder handled;
    private final LongAdder skipped;
    private final LongAdder cleaningsFailed;

    /**
     * Creates the metrics.
     *
     * @param channel the channel
     */
    public InboxMetrics(String channel) {
        this.meters = new Meters(Bean.INBOX, channel);
        this.handled = meters.counter(NodeMetric.INBOX_HANDLED);
        this.skipped = meters.counter(NodeMetric.INBOX_SKIPPED);
        this.cleaningsFailed = meters.counter(NodeMetric.INBOX_CLEANINGS_FAILED);
    }

    /** A task was handled, and its transaction is committed. */
    public void handled() {
        handled.increment();
    }

    /** A task was not handled, because it was handled before. */
    public void skipped() {
        skipped.increment();
    }

    /** Old rows could not be deleted. */
    public void cleaningFailed() {
        cleaningsFailed.increment();
    }

    MetricSource source() {
        return meters;
    }
}
