package io.github.asynqee.internal.redis.connection;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Whether a node is slow: the mean time of its answers, in which the last one counts a quarter, so that a pause of this
 * machine does not make all nodes slow.
 */
final class AnswerTimes {

    static final Duration SLOW = Duration.ofMillis(100);
    /** How long a node stays slow if it answers nothing. */
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
            // of long ago
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
