package io.github.asynqee.internal.metrics;

import java.util.function.LongSupplier;

/**
 * Limits how many tasks per fetch report their pending time: all at low rates, a bounded number per second at high ones.
 * Thread-safe.
 */
public final class WaitSampling {

    /** The maximum number of tasks of one call. */
    static final int PER_CALL = 8;
    /** The maximum number of tasks of one second, over all queues. */
    static final int PER_SECOND = 100;

    private static final long INTERVAL_NANOS = 1_000_000_000L / PER_SECOND;

    private final LongSupplier nanos;
    /** Time up to which the tasks are used that could be read; at most one second ago. */
    private long usedUpTo;

    /** @param nanos monotonic time, in nanoseconds */
    public WaitSampling(LongSupplier nanos) {
        this.nanos = nanos;
        usedUpTo = nanos.getAsLong() - PER_SECOND * INTERVAL_NANOS;
    }

    /** @return the number for the next call, at most {@value #PER_CALL} */
    public synchronized int next() {
        long now = nanos.getAsLong();
        long earliest = now - PER_SECOND * INTERVAL_NANOS;
        if (usedUpTo - earliest < 0) {
            usedUpTo = earliest;
        }
        int tasks = (int) Math.min(PER_CALL, (now - usedUpTo) / INTERVAL_NANOS);
        usedUpTo += tasks * INTERVAL_NANOS;
        return tasks;
    }
}
