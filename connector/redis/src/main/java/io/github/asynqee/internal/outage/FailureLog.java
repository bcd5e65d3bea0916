package io.github.asynqee.internal.outage;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerUnavailableException;

/**
 * Logs failures that are retried: a warning for each new cause until a success, DEBUG for repetitions and for failures
 * that follow from an outage of Redis, which {@link OutageLog} reports, or from its refusal of writes, which
 * {@link WriteRefusals} reports. Thread-safe.
 */
public final class FailureLog {

    private final Logger log;
    /** Subject to the cause that was logged last. */
    private final Map<Object, String> logged = new ConcurrentHashMap<>();

    /** @param log the log of the caller */
    public FailureLog(Logger log) {
        this.log = log;
    }

    /**
     * An operation failed and is retried. Never throws, because callers use it where they catch failures.
     *
     * @param subject what failed, for example a queue
     * @param error the failure
     * @param text the text to log
     */
    public void failed(Object subject, Throwable error, Supplier<String> text) {
        try {
            boolean isNew = !isOutage(error) && !(error instanceof WritesRefusedException)
                    && !cause(error).equals(logged.put(subject, cause(error)));
            log.log(isNew ? Level.WARNING : Level.DEBUG, text);
        } catch (RuntimeException | Error unlogged) {
            // there may be no memory for a log line
        }
    }

    /**
     * Writes a line to a log. Never throws. Without memory or file descriptors a log handler may throw, but the caller
     * may hold the reply to an executed command, which must not be lost.
     */
    public static void write(Logger log, Level level, String text, Object... values) {
        try {
            log.log(level, text, values);
        } catch (RuntimeException | Error unlogged) {
            // the work continues without the line
        }
    }

    /** The operation succeeded: its next failure is logged. */
    public void succeeded(Object subject) {
        if (!logged.isEmpty()) {
            logged.remove(subject);
        }
    }

    /** Whether an error follows from an outage of Redis. */
    public static boolean isOutage(Throwable error) {
        return error instanceof AmbiguousResultException
                || error instanceof BrokerUnavailableException && !(error instanceof WritesRefusedException);
    }

    /** The reply of Redis, without the command, which may differ each time. */
    private static String cause(Throwable error) {
        return String.valueOf((error.getCause() == null ? error : error.getCause()).getMessage());
    }
}
