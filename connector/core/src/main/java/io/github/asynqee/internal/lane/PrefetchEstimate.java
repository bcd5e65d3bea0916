package io.github.asynqee.internal.lane;

import java.util.concurrent.TimeUnit;

/**
 * Estimates how many tasks the lanes of a channel will start within the next 2 ms, from the rate at which they became free;
 * that many may be fetched before a lane is free for them. Zero if lanes take long, if none became free for 20 ms, or during
 * the first 20 ms after that: thousands of lanes may have ended together. Not thread-safe.
 */
final class PrefetchEstimate {

    private static final long AHEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    /** A pause of this length resets the estimate; a new estimate counts after the same time. */
    private static final long SETTLING_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long SUSPENSION_NANOS = TimeUnit.SECONDS.toNanos(1);

    private int limit;
    private boolean begun;
    private long quickSince;
    private boolean suspended;
    private long suspendedAt;
    private long windowBegin;
    private long lastFreed;
    private int freed;
    private double perNano;

    /** Sets the maximum. */
    void limit(int tasks) {
        limit = tasks;
    }

    /** A lane has become free. */
    void freed(long nanoTime) {
        if (isStale(nanoTime)) {
            begun = true;
            perNano = 0;
            freed = 0;
            windowBegin = nanoTime;
            quickSince = nanoTime;
        }
        lastFreed = nanoTime;
        freed++;
        long length = nanoTime - windowBegin;
        if (length >= WINDOW_NANOS) {
            perNano = (double) freed / length;
            freed = 0;
            windowBegin = nanoTime;
        }
    }

    /** Whether the maximum is above zero. */
    boolean isEnabled() {
        return limit > 0;
    }

    /** Makes the estimate zero for one second. */
    void suspend(long nanoTime) {
        suspended = true;
        suspendedAt = nanoTime;
    }

    int tasks(long nanoTime) {
        suspended = suspended && nanoTime - suspendedAt < SUSPENSION_NANOS;
        return suspended || isStale(nanoTime) || nanoTime - quickSince < SETTLING_NANOS
                ? 0 : (int) Math.min(limit, perNano * AHEAD_NANOS);
    }

    private boolean isStale(long nanoTime) {
        return !begun || nanoTime - lastFreed > SETTLING_NANOS;
    }
}
