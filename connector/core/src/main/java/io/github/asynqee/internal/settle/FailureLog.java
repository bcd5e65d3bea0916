package io.github.asynqee.internal.settle;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.temporal.ChronoUnit;

import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.FailureLogging;

/**
 * Logs each failed attempt in one line, with the outcome that follows: at level WARNING if the task is archived,
 * otherwise INFO.
 */
public final class FailureLog {

    /** A documented name, independent of classes, for the configuration of a server's log. */
    private static final Logger LOG = System.getLogger("io.github.asynqee.failures");

    private FailureLog() {}

    /**
     * Logs a failed attempt.
     *
     * @param task the task as it was in this attempt
     * @param error the error
     * @param outcome the outcome
     * @param logging how it is logged
     */
    public static void log(TaskMessage task, Throwable error, Outcome outcome, FailureLogging logging) {
        if (logging == FailureLogging.NONE) {
            return;
        }
        Level level = outcome instanceof Outcome.Archive ? Level.WARNING : Level.INFO;
        if (logging == FailureLogging.STACK) {
            LOG.log(level, () -> line(task, error, outcome), error);
        } else {
            LOG.log(level, () -> line(task, error, outcome));
            LOG.log(Level.DEBUG, () -> "stack trace of task " + task.id() + " in queue " + task.queue(), error);
        }
    }

    static String line(TaskMessage task, Throwable error, Outcome outcome) {
        return "task " + task.id() + " of type \"" + task.type() + "\" in queue " + task.queue() + ": attempt "
                + (task.retried() + 1) + " of " + (task.maxRetry() + 1) + " failed, " + next(outcome) + ": "
                + error.toString().replaceAll("\\R", " ");
    }

    private static String next(Outcome outcome) {
        if (outcome instanceof Outcome.Retry retry) {
            return (retry.failure() ? "" : "not counted, ") + "retried at "
                    + retry.at().truncatedTo(ChronoUnit.SECONDS);
        }
        return outcome instanceof Outcome.Revoke ? "revoked" : "archived";
    }
}
