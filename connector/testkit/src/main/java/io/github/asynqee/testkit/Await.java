package io.github.asynqee.testkit;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Polls for a condition that another process establishes. Implemented here, so that the kit does not add a library to
 * the tests of its users.
 */
final class Await {

    private static final long PAUSE_MILLIS = 10;

    private Await() {}

    /** Returns when the condition is true; an exception of the condition counts as false. */
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
        throw new RedisStartException("Timeout after " + limit.toSeconds() + " s: " + what, lastFailure);
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
