package io.github.asynqee.redis;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Polls for a condition that another process or thread establishes without a signal. */
public final class Eventually {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long PAUSE_NANOS = 2_000_000;

    private Eventually() {}

    /** Returns when the condition is true; fails after 20 s. An exception of the condition counts as false. */
    public static void holds(String what, BooleanSupplier condition) {
        holds(LIMIT, what, condition);
    }

    private static void holds(Duration limit, String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        Throwable last = null;
        while (System.nanoTime() < deadline) {
            try {
                if (condition.getAsBoolean()) {
                    return;
                }
                last = null;
            } catch (RuntimeException | AssertionError e) {
                last = e;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        throw new AssertionError("waited in vain for " + limit.toSeconds() + " s: " + what, last);
    }

    /** Returns when the assertions succeed; fails with their error after 20 s. */
    public static void satisfied(Runnable assertions) {
        satisfiedWithin(LIMIT, assertions);
    }

    /** Returns when the assertions succeed; fails with their error after the limit. */
    public static void satisfiedWithin(Duration limit, Runnable assertions) {
        holds(limit, "assertions to hold", () -> {
            assertions.run();
            return true;
        });
    }
}
