package io.github.asynqee.internal.statistics;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * What happened with the tasks of one queue and type since the last {@link #take}. Recording takes no lock and allocates
 * nothing. Thread-safe.
 */
public final class TypeStatistics {

    private final String type;
    private final LongAdder processed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicLongArray waiting = new AtomicLongArray(DurationBuckets.COUNT);
    private final AtomicLongArray running = new AtomicLongArray(DurationBuckets.COUNT);

    TypeStatistics(String type) {
        this.type = type;
    }

    /**
     * A handler started.
     *
     * @param nanos time since the task became pending, in nanoseconds
     */
    public void waited(long nanos) {
        waiting.getAndIncrement(DurationBuckets.of(nanos));
    }

    /**
     * A handler ended.
     *
     * @param nanos time since it started, in nanoseconds
     */
    public void ran(long nanos) {
        running.getAndIncrement(DurationBuckets.of(nanos));
    }

    /**
     * An outcome was written that counts as processed.
     *
     * @param failure whether it was a failure
     */
    public void ended(boolean failure) {
        processed.increment();
        if (failure) {
            failed.increment();
        }
    }

    /** Takes what was recorded so far; {@code null} if there is nothing. */
    TypeNumbers take() {
        TypeNumbers taken = new TypeNumbers(type, processed.sumThenReset(), failed.sumThenReset(), take(waiting),
                take(running));
        return taken.isEmpty() ? null : taken;
    }

    private static long[] take(AtomicLongArray buckets) {
        long[] taken = new long[DurationBuckets.COUNT];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = buckets.get(i) == 0 ? 0 : buckets.getAndSet(i, 0);
        }
        return taken;
    }
}
