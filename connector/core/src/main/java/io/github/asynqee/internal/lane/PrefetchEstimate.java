package io.github.asynqee.internal.lane;

import java.util.concurrent.TimeUnit;

/**
 * How many tasks the lanes of a channel can be expected to start within the next moment, as fast as they have become free
 * lately: so many may be fetched before a lane is free for them. None if lanes take long, have all been busy for a while,
 * or have been quick for less than a while: thousands of them may just have ended together. Not thread-safe.
 */
final class PrefetchEstimate {

    private static final long AHEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    /** After a pause like this all is forgotten; and so long it takes to be believed. */
    private static final long A_WHILE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
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

    /** Whether it is ever more than nothing. */
    boolean isWanted() {
        return limit > 0;
    }

    /** For a second it is nothing. */
    void suspend(long nanoTime) {
        suspended = true;
        suspendedAt = nanoTime;
    }

    int tasks(long nanoTime) {
        suspended = suspended && nanoTime - suspendedAt < SUSPENSION_NANOS;
        return suspended || isStale(nanoTime) || nanoTime - quickSince < A_WHILE_NANOS
                ? 0 : (int) Math.min(limit, perNano * AHEAD_NANOS);
    }

    private boolean isStale(long nanoTime) {
        return !begun || nanoTime - lastFreed > A_WHILE_NANOS;
    }
}
