package io.github.asynqee.internal.delivery;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Delays outcomes after a write, so that the next write contains several: a call costs Redis more than an outcome. An
 * outcome does not wait if nothing was written for {@link #LIMIT} before it arrived. No outcome waits if there are
 * {@value #ENOUGH}.
 */
final class Gathering {

    /** Maximum time that an outcome waits. */
    static final Duration LIMIT = Duration.ofMillis(5);
    /** Number of outcomes that are written without waiting for more. */
    static final int ENOUGH = 64;

    private final LongSupplier nanoTime;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean on;
    private long until;

    /** @param nanoTime monotonic time, in nanoseconds */
    Gathering(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * An outcome was added to the writer's queue. Called by any thread.
     *
     * @param urgent whether it must not wait
     * @return true if the writer must be woken; otherwise it wakes up on its own timer
     */
    boolean wakes(boolean urgent) {
        return waiting.incrementAndGet() >= ENOUGH || urgent || !on;
    }

    /** The writer has taken outcomes. If there were none, the next outcome wakes the writer. */
    void taken(int outcomes) {
        waiting.addAndGet(-outcomes);
        until = nanoTime.getAsLong() + LIMIT.toNanos();
        on = outcomes > 0;
    }

    /** How long the writer may rest after it has taken outcomes; zero if enough outcomes have arrived. */
    Duration rest() {
        long left = waiting.get() >= ENOUGH ? 0 : until - nanoTime.getAsLong();
        return Duration.ofNanos(Math.max(0, left));
    }

    /** Whether outcomes that are added may wait. */
    boolean isOn() {
        return on;
    }
}
