package io.github.asynqee.testkit;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what another process does, which can only be asked for again and again. */
final class Await {

    private static final long PAUSE_MILLIS = 10;

    private Await() {}

    /** Returns when the condition holds; while asking, a condition that throws does not hold. */
    static void until(String what, Duration limit, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        RuntimeException lastFailure = null;
        do {
            try {
                if (condition.getAsBoolean()) {
                    return;
                }
                lastFailure = null;
            } catch (RuntimeException e) {
                lastFailure = e;
            }
            pause(what);
        } while (System.nanoTime() < deadline);
        throw new RedisStartException("Waited in vain for " + limit.toSeconds() + " s: " + what, lastFailure);
    }

    private static void pause(String what) {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisStartException("Interrupted while waiting: " + what, e);
        }
    }
}
