package io.github.asynqee.internal.settle;

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

/** Decides what becomes of a task whose handler failed (protocol section 7.5). */
public final class FailureOutcomes {

    private static final Logger LOG = System.getLogger(FailureOutcomes.class.getName());

    /** A policy may mean "never" by a delay that reaches beyond what can be expressed. */
    private static final Duration LONGEST_DELAY = Duration.ofDays(36_525);

    private final Clock clock;

    /**
     * Creates the rules.
     *
     * @param clock from which retries are counted
     */
    public FailureOutcomes(Clock clock) {
        this.clock = clock;
    }

    /**
     * The outcome of a failure.
     *
     * @param message the task
     * @param error why it failed
     * @param policy the channel's policy
     * @return revoke, archive or retry
     */
    public Outcome failure(TaskMessage message, Throwable error, FailurePolicy policy) {
        if (says(policy::revokes, error)) {
            return new Outcome.Revoke();
        }
        String text = textOf(error);
        if (message.retried() >= message.maxRetry() || says(policy::skipsRetry, error)) {
            return new Outcome.Archive(text);
        }
        Duration delay = delay(message, error, policy);
        Instant at = clock.instant().plus(delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY);
        return new Outcome.Retry(at, text, !says(other -> !policy.isFailure(other), error));
    }

    /** What a rule says of an error; a rule that fails itself says no. */
    private static boolean says(Predicate<Throwable> rule, Throwable error) {
        try {
            return rule.test(error);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a rule of a failure policy failed and is taken not to apply to " + error, e);
            return false;
        }
    }

    private static Duration delay(TaskMessage message, Throwable error, FailurePolicy policy) {
        try {
            TaskInfo task = message.toInfo(TaskState.ACTIVE, null);
            return policy.retryDelay().delay(message.retried(), error, task);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "the retry delay of " + message + " failed, asynq's own is taken", e);
            return RetryDelay.asynq(RandomGenerator.getDefault()).delay(message.retried(), error, null);
        }
    }

    private static String textOf(Throwable error) {
        String message = error.getMessage();
        return error instanceof Error || message == null || message.isBlank() ? error.toString() : message;
    }
}
