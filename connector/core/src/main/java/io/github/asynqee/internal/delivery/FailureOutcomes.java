package io.github.asynqee.internal.delivery;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;

/** Chooses the outcome of a task whose handler failed (protocol section 7.5). */
public final class FailureOutcomes {

    private static final Logger LOG = System.getLogger(FailureOutcomes.class.getName());

    /** Upper limit of a retry delay; a policy may return a delay too large for an {@link Instant}. */
    private static final Duration MAX_DELAY = Duration.ofDays(36_525);

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
     * The outcome of a failure.
     *
     * @param message the task
     * @param error the failure
     * @param policy the channel's policy
     * @return revoke, archive or retry
     */
    public Outcome failure(TaskMessage message, Throwable error, FailurePolicy policy) {
        if (matches(policy::revokes, error)) {
            return new Outcome.Revoke();
        }
        String text = textOf(error);
        if (message.retried() >= message.maxRetry() || matches(policy::skipsRetry, error)) {
            return new Outcome.Archive(text);
        }
        Duration delay = delay(message, error, policy);
        Instant at = clock.instant().plus(delay.compareTo(MAX_DELAY) < 0 ? delay : MAX_DELAY);
        return new Outcome.Retry(at, text, !matches(other -> !policy.isFailure(other), error));
    }

    /**
     * The outcome of a task that was recovered {@code maxRecoveries} times and whose worker died once more.
     *
     * @param maxRecoveries the limit
     * @return the archive outcome with its error text
     */
    public static Outcome.Archive recoveredTooOften(int maxRecoveries) {
        return new Outcome.Archive("asynq: task lease expired: archived after " + maxRecoveries
                + (maxRecoveries == 1 ? " recovery" : " recoveries") + ": the worker died each time");
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

    private static Duration delay(TaskMessage message, Throwable error, FailurePolicy policy) {
        try {
            TaskInfo task = message.toInfo(TaskState.ACTIVE, null);
            return policy.retryDelay().delay(message.retried(), error, task);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "the retry delay of " + message + " failed; asynq's default is used", e);
            return RetryDelay.asynq(RandomGenerator.getDefault()).delay(message.retried(), error, null);
        }
    }

    /** An exception of the application may fail even here. */
    private static String textOf(Throwable error) {
        try {
            String message = error.getMessage();
            return error instanceof Error || message == null || message.isBlank() ? error.toString() : message;
        } catch (RuntimeException | StackOverflowError e) {
            return error.getClass().getName();
        }
    }
}
