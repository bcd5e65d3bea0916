package io.github.asynqee.worker;

import java.util.concurrent.TimeUnit;

/**
 * How many tasks the lanes of a channel can be expected to start within the next moment, as fast as they have become free
 * lately: so many may be fetched before a lane is free for them. None if lanes take long or have all been busy for a
 * while. Not thread-safe.
 */
final class Horizon {

    private static final long AHEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long STALE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private int limit;
    private boolean begun;
    private long windowBegin;
    private long lastFreed;
    private int freed;
    private double perNano;

    /** Sets how many tasks it is at most. */
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

    int tasks(long nanoTime) {
        return isStale(nanoTime) ? 0 : (int) Math.min(limit, perNano * AHEAD_NANOS);
    }

    private boolean isStale(long nanoTime) {
        return !begun || nanoTime - lastFreed > STALE_NANOS;
    }
}
