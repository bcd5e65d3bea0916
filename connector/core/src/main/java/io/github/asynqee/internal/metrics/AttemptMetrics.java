package io.github.asynqee.internal.metrics;

import java.util.concurrent.atomic.LongAdder;

import io.github.asynqee.internal.protocol.PayloadCodec;

/** Counters of a channel's attempts, in addition to their outcomes. Thread-safe. */
public final class AttemptMetrics {

    private final LongAdder checkpoints;
    private final LongAdder resumed;
    private final LongAdder sliced;
    private final LongAdder suspended;
    private final LongAdder retryAfter;
    private final LongAdder givenUp;
    private final LongAdder upgraded;
    private final LongAdder[] unread;

    AttemptMetrics(Meters channel) {
        checkpoints = channel.counter(NodeMetric.CHECKPOINTS);
        resumed = channel.counter(NodeMetric.RESUMED);
        sliced = channel.counter(NodeMetric.SLICED);
        suspended = channel.counter(NodeMetric.SUSPENDED);
        retryAfter = channel.counter(NodeMetric.RETRY_AFTER);
        givenUp = channel.counter(NodeMetric.GIVEN_UP);
        upgraded = channel.counter(NodeMetric.PAYLOADS_UPGRADED);
        unread = channel.counters(NodeMetric.PAYLOADS_UNREAD);
    }

    /** A checkpoint was written. */
    public void checkpointWritten() {
        checkpoints.increment();
    }

    /** An attempt continues where an earlier attempt has ended. */
    public void resumed() {
        resumed.increment();
    }

    /**
     * An attempt ended at its checkpoint.
     *
     * @param slice whether its time slice has passed; otherwise the server is stopping
     */
    public void suspended(boolean slice) {
        (slice ? sliced : suspended).increment();
    }

    /** A handler asked for a later attempt. */
    public void retryAfter() {
        retryAfter.increment();
    }

    /** A task was archived that had retries left. */
    public void givenUp() {
        givenUp.increment();
    }

    /** The payload of an older version was upgraded. */
    public void upgraded() {
        upgraded.increment();
    }

    /**
     * A payload could not be read.
     *
     * @param problem why
     */
    public void unread(PayloadCodec.Problem problem) {
        unread[problem.ordinal()].increment();
    }
}
