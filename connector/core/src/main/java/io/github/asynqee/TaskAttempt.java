package io.github.asynqee;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * An attempt to run a task, as the servers of this project record it. Attempts of other servers are not recorded.
 *
 * @param number the number of the attempt, from 1: one more than the failures counted before. After an attempt that was
 *        requeued, or whose failure is not counted, the next attempt has the same number
 * @param count number of attempts in this entry: 1, or more if {@code outcome} is {@link Outcome#NOT_RECORDED}
 * @param startedAt when its handler started; {@code null} if that is unknown or the handler was not called
 * @param endedAt when it ended; if its server died, the last extension of the lease; {@code null} if unknown
 * @param outcome how it ended
 * @param server host, process ID and ID of the server, joined by colons; {@code null} if unknown
 * @param error the error, at most {@link #MAX_ERROR} characters; {@code null} if there was none
 * @param traceId the ID of the attempt's trace, or the trace ID in the task's headers if the attempt was not traced;
 *        {@code null} if neither exists
 */
public record TaskAttempt(int number, int count, @Nullable Instant startedAt, @Nullable Instant endedAt,
        Outcome outcome, @Nullable String server,
        @Nullable String error, @Nullable String traceId) {

    /** Characters of an error that are kept. */
    public static final int MAX_ERROR = 500;

    /** How an attempt ended. */
    public enum Outcome {
        /** The handler succeeded. */
        COMPLETED,
        /** The handler failed. */
        FAILED,
        /** The task was requeued without using a retry: at a shutdown, or because no dead letter was stored. */
        REQUEUED,
        /** The server died or lost its connection. */
        LEASE_EXPIRED,
        /**
         * Another asynq client made the attempt, or its record has been dropped because only the latest attempts are
         * kept.
         */
        NOT_RECORDED
    }

    /** @return time from start to end; {@code null} if one of them is unknown */
    public @Nullable Duration duration() {
        return startedAt == null || endedAt == null ? null : Duration.between(startedAt, endedAt);
    }
}
