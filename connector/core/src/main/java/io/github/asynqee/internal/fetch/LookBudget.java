package io.github.asynqee.internal.fetch;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many tasks of others are looked at while own ones are looked for. A task costs Redis about two microseconds, so
 * that looking takes about one percent of its time; what is saved up pays for a long queue that is looked through once.
 */
final class LookBudget {

    private static final long PER_SECOND = 5_000;
    private static final long SAVED_UP = 20_000;
    /** So many are passed over for each task that is found, and at the head of a queue, without being counted. */
    private static final int FREE_PER_TASK = 8;

    private double left = SAVED_UP;
    private long asOf;

    LookBudget(long now) {
        asOf = now;
    }

    /**
     * Spends what a look has cost.
     *
     * @param looked how many tasks it has looked at
     * @param taken how many of them it has taken
     * @param now the time in nanoseconds
     * @return how long nothing must be looked at
     */
    Duration spend(int looked, int taken, long now) {
        left = Math.min(SAVED_UP, left + (double) (now - asOf) * PER_SECOND / TimeUnit.SECONDS.toNanos(1));
        asOf = now;
        left -= Math.max(0, looked - (taken + 1) * FREE_PER_TASK);
        return left >= 0 ? Duration.ZERO : Duration.ofNanos((long) (-left * TimeUnit.SECONDS.toNanos(1) / PER_SECOND));
    }
}
