package io.github.asynqee.messaging.internal.tracing;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Logs failures of a tracer, which must not affect tasks. Because a tracer may fail for each task, logs one failure a
 * minute as a warning with its stack trace, and the others at level DEBUG.
 */
final class TracerErrors {

    static final Duration INTERVAL = Duration.ofMinutes(1);

    private static final Logger LOG = System.getLogger(TracerErrors.class.getName());
    private static final TracerErrors ALL = new TracerErrors(System::nanoTime);

    private final LongSupplier nanoTime;
    private @Nullable Long logged;
    private long others;

    /** @param nanoTime the clock */
    TracerErrors(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    static void log(Object what, Throwable error) {
        ALL.add(what, error);
    }

    static void attempt(Object what, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            log(what, e);
        }
    }

    /** Logs a failure. */
    void add(Object what, Throwable error) {
        long before = failuresBefore();
        LOG.log(before < 0 ? Level.DEBUG : Level.WARNING,
                () -> "asynq: the trace of " + what + " is incomplete: " + error
                        + (before <= 0 ? "" : " (and " + before + " failures before, since the last warning)"),
                error);
    }

    /** Returns the number of failures since the last warning; -1 if the last warning was less than a minute ago. */
    private synchronized long failuresBefore() {
        long now = nanoTime.getAsLong();
        if (logged != null && now - logged < INTERVAL.toNanos()) {
            others++;
            return -1;
        }
        long before = others;
        logged = now;
        others = 0;
        return before;
    }
}
