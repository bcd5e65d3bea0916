package io.github.asynqee.console.runtime;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Whether each Redis answers. Asks them at most once per second, for any number of callers. */
final class Readiness {

    private static final long PAUSE = Duration.ofSeconds(1).toNanos();

    private final ReentrantLock asking = new ReentrantLock();
    private final BooleanSupplier answers;
    private final LongSupplier nanoTime;
    private volatile boolean ready;
    private long askedAt;
    private boolean asked;

    Readiness(BooleanSupplier answers, LongSupplier nanoTime) {
        this.answers = answers;
        this.nanoTime = nanoTime;
    }

    /** Asks, or returns the last answer, if it is less than a second old or another caller is asking. */
    boolean isReady() {
        if (asking.tryLock()) {
            try {
                if (!asked || nanoTime.getAsLong() - askedAt >= PAUSE) {
                    ready = answers.getAsBoolean();
                    asked = true;
                    askedAt = nanoTime.getAsLong();
                }
            } finally {
                asking.unlock();
            }
        }
        return ready;
    }
}
