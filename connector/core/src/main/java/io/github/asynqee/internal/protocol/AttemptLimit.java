package io.github.asynqee.internal.protocol;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.github.asynqee.TaskOptions;

/** The time limit of an attempt, which asynq counts in whole seconds. */
public final class AttemptLimit {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private AttemptLimit() {}

    /**
     * The end of an attempt. If a task has both limits, asynq counts its timeout from the second in which the attempt
     * begins: the attempt then has up to a second less.
     *
     * @param begun when the attempt begins
     * @param timeout zero if there is none
     * @param deadline {@code null} if there is none
     */
    static Instant end(Instant begun, Duration timeout, Instant deadline) {
        if (deadline == null) {
            return after(begun, timeout.isZero() ? TaskOptions.DEFAULT_TIMEOUT : timeout);
        }
        if (timeout.isZero()) {
            return deadline;
        }
        Instant timedOut = after(begun.truncatedTo(ChronoUnit.SECONDS), timeout);
        return timedOut.isBefore(deadline) ? timedOut : deadline;
    }

    /** A timeout too large for an {@link Instant} means no limit. */
    private static Instant after(Instant begun, Duration timeout) {
        try {
            return begun.plus(timeout);
        } catch (DateTimeException | ArithmeticException e) {
            return timeout.isNegative() ? Instant.MIN : Instant.MAX;
        }
    }

    /**
     * The shortest deadline for a task that may run until a time.
     *
     * @param end the time
     * @return that time, rounded up to a whole second
     */
    public static Instant deadline(Instant end) {
        Instant whole = end.truncatedTo(ChronoUnit.SECONDS);
        return whole.equals(end) ? end : whole.plus(SECOND);
    }

    /**
     * Returns the timeout of a task that also gets a deadline, so that the deadline does not shorten an attempt by a
     * fraction of a second.
     *
     * @param timeout the wanted timeout
     * @return one more second
     */
    public static Duration besideDeadline(Duration timeout) {
        return timeout.plus(SECOND);
    }
}
