package io.github.asynqee.bench.redis;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for processes to become ready. */
final class Wait {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long PAUSE_NANOS = 20_000_000;

    private Wait() {}

    /**
     * Waits until something is true.
     *
     * @throws IllegalStateException if the condition is not true within a minute
     */
    static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("not within " + LIMIT.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
