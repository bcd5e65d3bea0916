package io.github.asynqee.internal.fetch;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many pending tasks of other workers' types a worker scans per second. Scanning one task costs Redis about
 * two microseconds, so the limit is about one percent of its time; unused budget is saved up for one scan of a long
 * queue.
 */
final class LookBudget {

    private static final long PER_SECOND = 5_000;
    private static final long MAX_SAVED = 20_000;
    /** Tasks scanned without charge per task taken, and once per look at the head of a queue. */
    private static final int FREE_PER_TASK = 8;

    private double left = MAX_SAVED;
    private long asOf;

    LookBudget(long now) {
        asOf = now;
    }

    /**
     * Charges one look at a queue.
     *
     * @param looked tasks scanned
     * @param taken tasks taken
     * @param now current time, as {@link System#nanoTime}
     * @return pause before the next look; zero if the budget is not used up
     */
    Duration spend(int looked, int taken, long now) {
        left = Math.min(MAX_SAVED, left + (double) (now - asOf) * PER_SECOND / TimeUnit.SECONDS.toNanos(1));
        asOf = now;
        left -= Math.max(0, looked - (taken + 1) * FREE_PER_TASK);
        return left >= 0 ? Duration.ZERO : Duration.ofNanos((long) (-left * TimeUnit.SECONDS.toNanos(1) / PER_SECOND));
    }
}
