package io.github.asynqee.internal.statistics;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Numbers of durations in buckets with logarithmic bounds: bucket 0 ends at 1 µs, each further bucket ends at √2 times
 * the previous bound. A duration is estimated by the geometric mean of the bounds, which is wrong by at most 19
 * percent. Counting takes no lock and allocates nothing. Thread-safe.
 */
public final class DurationBuckets {

    /** The number of buckets; the last one has all durations above 2^43.5 µs, 144 days. */
    public static final int COUNT = 89;

    private static final int NANOS = 1_000;
    /** The square root of 2, times 2^63, as an unsigned number. */
    private static final long ROOT = 0xB504F333F9DE6485L;

    private final AtomicLongArray counts = new AtomicLongArray(COUNT);

    /** Counts a duration in nanoseconds. */
    public void count(long nanos) {
        counts.getAndIncrement(of(nanos));
    }

    /** Returns the counts and resets them. */
    long[] take() {
        long[] taken = new long[COUNT];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = counts.get(i) == 0 ? 0 : counts.getAndSet(i, 0);
        }
        return taken;
    }

    /**
     * The bucket of a duration.
     *
     * @param nanos the duration in nanoseconds; a negative number counts as 0
     * @return from 0 to {@link #COUNT} - 1
     */
    public static int of(long nanos) {
        long micros = nanos / NANOS;
        if (micros <= 0) {
            return 0;
        }
        int zeros = Long.numberOfLeadingZeros(micros);
        int upperHalf = Long.compareUnsigned(micros << zeros, ROOT) >= 0 ? 1 : 0;
        return Math.min(1 + 2 * (63 - zeros) + upperHalf, COUNT - 1);
    }

    /**
     * The estimate for the durations of a bucket.
     *
     * @param bucket the bucket
     * @return the duration
     */
    public static Duration estimate(int bucket) {
        double micros = bucket == 0 ? 0.5 : Math.pow(2, (bucket - 1) / 2.0 + 0.25);
        return Duration.ofNanos(Math.round(micros * NANOS));
    }
}
