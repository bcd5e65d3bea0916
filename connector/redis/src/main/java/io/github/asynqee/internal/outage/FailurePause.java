package io.github.asynqee.internal.outage;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The pause after a failed attempt that its caller waits for. It is ten times as long as the attempt, 5 s at most: callers
 * seldom wait for a node that hangs, and a refused connection delays the next attempt by milliseconds. Thread-safe.
 */
public final class FailurePause {

    private static final int TIMES = 10;
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final LongSupplier nanoTime;
    private volatile Long end;

    /** @param nanoTime the monotonic clock */
    public FailurePause(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Begins a pause after an attempt that began at a time of the clock. */
    public void failed(long begin) {
        long now = nanoTime.getAsLong();
        end = now + Math.min(TIMES * (now - begin), LONGEST_NANOS);
    }

    /** Whether the next attempt may be made. */
    public boolean isOver() {
        Long last = end;
        return last == null || nanoTime.getAsLong() - last >= 0;
    }
}
