package io.github.asynqee.messaging.internal.tracing;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** What a tracer does wrong is logged and harms no task. */
final class TracerErrors {

    private static final Logger LOG = System.getLogger(TracerErrors.class.getName());

    private TracerErrors() {}

    static void log(Object what, Throwable error) {
        LOG.log(Level.WARNING, () -> "asynq: the trace of " + what + " is incomplete: " + error, error);
    }

    static void attempt(Object what, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            log(what, e);
        }
    }
}
