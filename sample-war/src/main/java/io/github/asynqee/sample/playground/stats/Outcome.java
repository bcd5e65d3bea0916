package io.github.asynqee.sample.playground.stats;

import java.util.Locale;

import io.github.asynqee.RevokeTaskException;
import io.github.asynqee.SkipRetryException;

/** How a handler ended. */
enum Outcome {
    SUCCEEDED, FAILED, CRASHED, SKIPPED, REVOKED, INTERRUPTED;

    static Outcome of(Throwable error) {
        if (error == null) {
            return SUCCEEDED;
        }
        if (error instanceof SkipRetryException) {
            return SKIPPED;
        }
        if (error instanceof RevokeTaskException) {
            return REVOKED;
        }
        if (error instanceof InterruptedException) {
            return INTERRUPTED;
        }
        return error instanceof Error ? CRASHED : FAILED;
    }

    String jsonName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
