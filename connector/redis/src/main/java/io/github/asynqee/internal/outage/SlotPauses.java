package io.github.asynqee.internal.outage;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The pauses of a caller that waits for a moving slot: each is longer than the previous pause, until a total limit. */
public final class SlotPauses {

    private static final long FIRST_MILLIS = 10;
    private static final long LONGEST_MILLIS = 200;

    private final long end;
    private long next = FIRST_MILLIS;

    /** @param limit the maximum wait of the caller, zero to not wait */
    public SlotPauses(Duration limit) {
        this.end = System.nanoTime() + limit.toNanos();
    }

    /** Waits; returns {@code false} at once if the limit is reached or the thread is interrupted. */
    public boolean pause() {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
            return false;
        }
        try {
            Thread.sleep(Math.min(next, left));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        next = Math.min(2 * next, LONGEST_MILLIS);
        return true;
    }
}
