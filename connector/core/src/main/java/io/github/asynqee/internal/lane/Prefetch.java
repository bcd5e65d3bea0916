package io.github.asynqee.internal.lane;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import io.github.asynqee.internal.delivery.Delivery;

/**
 * The deliveries a channel holds for lanes that are not free yet, and the number of them it may hold: as many as its
 * lanes are expected to start within the next 2 ms, by the rate at which they became free. The number is zero if lanes
 * take long, or if no lane became free for 20 ms. It stays zero for the next 20 ms, because thousands of lanes may have
 * become free together. A channel of groups does not fetch ahead, but holds each group that it receives. Not
 * thread-safe.
 */
final class Prefetch {

    private static final long AHEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    /** A pause of this length resets the rate; a new rate counts after the same time. */
    private static final long SETTLING_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long SUSPENSION_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final boolean ofGroups;
    private final Deque<Delivery> prefetched = new ArrayDeque<>();
    private int limit;
    private boolean begun;
    private long quickSince;
    private boolean suspended;
    private long suspendedAt;
    private long windowBegin;
    private long lastFreed;
    private int freed;
    private double perNano;

    Prefetch(boolean ofGroups) {
        this.ofGroups = ofGroups;
    }

    /** Sets the maximum of {@link #expected}. */
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

    /** The number of tasks the lanes are expected to start within the next 2 ms. */
    int expected(long nanoTime) {
        suspended = suspended && nanoTime - suspendedAt < SUSPENSION_NANOS;
        return ofGroups || suspended || isStale(nanoTime) || nanoTime - quickSince < SETTLING_NANOS
                ? 0 : (int) Math.min(limit, perNano * AHEAD_NANOS);
    }

    private boolean isStale(long nanoTime) {
        return !begun || nanoTime - lastFreed > SETTLING_NANOS;
    }

    /**
     * The number of tasks to fetch now: for free lanes and for lanes expected to be free soon. Zero while no lane is
     * free and more than half of the expected lanes have a prefetched delivery, so that fetches are large.
     */
    int wanted(int freeLanes, long nanoTime) {
        int soon = expected(nanoTime);
        return freeLanes == 0 && prefetched.size() > soon / 2 ? 0 : Math.max(0, freeLanes + soon - prefetched.size());
    }

    /**
     * Holds a delivery for the next free lane.
     *
     * @return false if it must not be held; nothing is expected for one second then
     */
    boolean add(Delivery delivery, long nanoTime) {
        if (ofGroups || limit > 0 && delivery.mayBePrefetched()) {
            prefetched.add(delivery);
            return true;
        }
        suspended = true;
        suspendedAt = nanoTime;
        return false;
    }

    /** Removes the oldest prefetched delivery; {@code null} if there is none. */
    Delivery next() {
        return prefetched.poll();
    }

    int size() {
        return prefetched.size();
    }

    /** Removes prefetched deliveries and returns them. */
    List<Delivery> remove(Predicate<Delivery> which) {
        List<Delivery> removed = new ArrayList<>();
        prefetched.removeIf(delivery -> which.test(delivery) && removed.add(delivery));
        return removed;
    }
}
