package io.github.asynqee.internal.delivery;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

import io.github.asynqee.RetryAfterException;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.metrics.AttemptMetrics;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.LeaseExpiredException;
import io.github.asynqee.worker.RetryDelay;

/** Chooses the outcome of a task whose handler failed (protocol section 7.5). */
public final class FailureOutcomes {

    private static final Logger LOG = System.getLogger(FailureOutcomes.class.getName());

    /** Upper limit of a retry delay; a policy may return a delay too large for an {@link Instant}. */
    private static final Duration MAX_DELAY = Duration.ofDays(36_525);

    private static final int MAX_LOGGED = 100;
    private static final int MAX_CAUSES = 50;

    private final Clock clock;

    /**
     * Creates the rules.
     *
     * @param clock the clock by which retries are scheduled
     */
    public FailureOutcomes(Clock clock) {
        this.clock = clock;
    }

    /**
     * The outcome of a failure. There is an outcome even if the policy or a method of the error throws, because a task
     * without an outcome would keep its lane.
     *
     * @param message the task
     * @param error the failure
     * @param policy the channel's policy
     * @param limited whether the task has a key of a limit, which a {@link RetryAfterException} pauses
     * @return revoke, archive, retry, or requeue if the key is paused
     */
    public Outcome failure(TaskMessage message, Throwable error, FailurePolicy policy, boolean limited) {
        try {
            return chosen(message, error, policy, limited);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "the outcome of " + message + " cannot be chosen; asynq's default is used", e);
            String text = textOf(error);
            return message.retried() >= message.maxRetry() ? new Outcome.Archive(text)
                    : new Outcome.Retry(clock.instant().plus(defaultDelay(message, error)), text, true);
        }
    }

    private Outcome chosen(TaskMessage message, Throwable error, FailurePolicy policy, boolean limited) {
        // no handler has seen its payload
        boolean lost = error instanceof PayloadCodec.UnreadException;
        boolean unread = lost || error instanceof PayloadCodec.NotYetException;
        if (!unread && matches(policy::revokes, error)) {
            return new Outcome.Revoke();
        }
        String text = textOf(error);
        Duration after = retryAfter(error);
        if (after != null) {
            return later(message, after, text, limited);
        }
        if (message.retried() >= message.maxRetry() || !unread && matches(policy::skipsRetry, error)) {
            return new Outcome.Archive(text);
        }
        Optional<Duration> delay = delay(message, error, policy);
        if (delay.isEmpty()) {
            return new Outcome.Archive(text);
        }
        Duration wait = delay.get().isNegative() ? Duration.ZERO : shorter(delay.get(), MAX_DELAY);
        Instant at = clock.instant().plus(wait);
        return at.isAfter(retriedUntil(message)) ? new Outcome.Archive(text)
                : new Outcome.Retry(at, text, lost || !matches(other -> !policy.isFailure(other), error));
    }

    /** Counts the outcome that a failed attempt requested. */
    static void count(Throwable error, AttemptMetrics counts) {
        if (retryAfter(error) != null) {
            counts.retryAfter();
        }
    }

    /** Counts the effect of a written outcome. Not called if the lease was lost. */
    static void countWritten(TaskMessage message, Outcome outcome, AttemptMetrics counts) {
        if (outcome instanceof Outcome.Archive && message.retried() < message.maxRetry()) {
            counts.givenUp();
        }
    }

    /** The outcome of a task that a service asked to retry later. */
    private Outcome later(TaskMessage message, Duration after, String text, boolean limited) {
        Instant at = clock.instant().plus(after);
        if (at.isAfter(retriedUntil(message))) {
            return new Outcome.Archive(text);
        }
        return limited ? new Outcome.Requeue(after) : new Outcome.Retry(at, text, false);
    }

    /** The time after which no retry of a task may begin. */
    private static Instant retriedUntil(TaskMessage message) {
        String until = message.headers().get(Task.RETRY_UNTIL_HEADER);
        if (until == null) {
            return Instant.MAX;
        }
        try {
            return Instant.parse(until);
        } catch (DateTimeException e) {
            LOG.log(Level.WARNING, "{0}: its header {1} is ignored, because it is not a time like "
                    + "2030-12-31T23:59:59Z: {2}", message, Task.RETRY_UNTIL_HEADER,
                    until.substring(0, Math.min(until.length(), MAX_LOGGED)));
            return Instant.MAX;
        }
    }

    /** Returns the delay requested by an error or one of its causes; {@code null} if there is none. */
    private static Duration retryAfter(Throwable error) {
        int depth = 0;
        try {
            for (Throwable cause = error; cause != null && depth < MAX_CAUSES; cause = cause.getCause(), depth++) {
                if (cause instanceof RetryAfterException after) {
                    return shorter(after.delay(), MAX_DELAY);
                }
            }
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "the causes of " + textOf(error) + " cannot be read", e);
        }
        return null;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /**
     * The outcome of a task that was recovered {@code maxRecoveries} times and whose worker died once more.
     *
     * @param maxRecoveries the limit
     * @return the archive outcome with its error text
     */
    public static Outcome.Archive recoveredTooOften(int maxRecoveries) {
        return new Outcome.Archive(LeaseExpiredException.ARCHIVED_AFTER + maxRecoveries
                + (maxRecoveries == 1 ? " recovery" : " recoveries") + ": the worker died each time", true);
    }

    /** Whether a rule matches an error; a rule that throws does not match. */
    private static boolean matches(Predicate<Throwable> rule, Throwable error) {
        try {
            return rule.test(error);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "a rule of a failure policy failed and is ignored for " + textOf(error), e);
            return false;
        }
    }

    /** The delay until a task runs again; empty if the policy archives the task. */
    private static Optional<Duration> delay(TaskMessage message, Throwable error, FailurePolicy policy) {
        try {
            TaskInfo task = message.toInfo(TaskState.ACTIVE, null);
            return Optional.of(policy.retryDelay().delay(message.retried(), error, task));
        } catch (SkipRetryException e) {
            return Optional.empty();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "the retry delay of " + message + " failed; asynq's default is used", e);
            return Optional.of(defaultDelay(message, error));
        }
    }

    private static Duration defaultDelay(TaskMessage message, Throwable error) {
        return RetryDelay.asynq(RandomGenerator.getDefault()).delay(message.retried(), error, null);
    }

    /** The text of an error. A method of the application's exception may throw even here. */
    private static String textOf(Throwable error) {
        try {
            String message = error.getMessage();
            return error instanceof Error || message == null || message.isBlank() ? error.toString() : message;
        } catch (RuntimeException | Error e) {
            return error.getClass().getName();
        }
    }
}
