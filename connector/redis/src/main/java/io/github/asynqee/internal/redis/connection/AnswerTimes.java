package io.github.asynqee.internal.redis.connection;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Decides whether a node is slow, by the mean time of its answers. The last answer counts only a quarter, so that a
 * pause of this machine does not make all nodes slow.
 */
final class AnswerTimes {

    static final Duration SLOW = Duration.ofMillis(100);
    /** How long a node stays slow if it does not answer. */
    private static final Duration SLOW_FOR = Duration.ofSeconds(10);

    private final LongSupplier nanoTime;
    private volatile long slowUntil;
    private long mean;

    AnswerTimes(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        slowUntil = nanoTime.getAsLong();
    }

    /** A call has ended. */
    synchronized void took(long nanos) {
        if (mean >= SLOW.toNanos() && !isSlow()) {
            // the mean is too old to count
            mean = 0;
        }
        mean += (nanos - mean) / 4;
        if (mean >= SLOW.toNanos()) {
            isTakingLong();
        } else {
            slowUntil = nanoTime.getAsLong();
        }
    }

    /** A call takes long. */
    void isTakingLong() {
        slowUntil = nanoTime.getAsLong() + SLOW_FOR.toNanos();
    }

    boolean isSlow() {
        return slowUntil - nanoTime.getAsLong() > 0;
    }

    long slowUntil() {
        return slowUntil;
    }
}
