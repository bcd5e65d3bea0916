package io.github.asynqee.redis;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another process or thread does and gives no signal of, which can only be asked for again and again. */
public final class Eventually {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long PAUSE_NANOS = 2_000_000;

    private Eventually() {}

    /** Returns when the condition holds, and fails after 20 s. A condition that throws does not hold. */
    public static void holds(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
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
        throw new AssertionError("waited in vain for " + LIMIT.toSeconds() + " s: " + what, last);
    }

    /** Returns when the assertions hold, and fails as they do after 20 s. */
    public static void satisfied(Runnable assertions) {
        holds("assertions to hold", () -> {
            assertions.run();
            return true;
        });
    }
}
