package io.github.asynqee.worker;

import java.time.Clock;

import io.github.asynqee.broker.Outcome;
import io.github.asynqee.protocol.TaskMessage;

/** Decides what becomes of a task whose handler failed (protocol section 7.5). */
public final class OutcomeRules {

    private final Clock clock;

    /**
     * Creates the rules.
     *
     * @param clock from which retries are counted
     */
    public OutcomeRules(Clock clock) {
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
        if (policy.revokes(error)) {
            return new Outcome.Revoke();
        }
        String text = textOf(error);
        if (message.retried() >= message.maxRetry() || policy.skipsRetry(error)) {
            return new Outcome.Archive(text);
        }
        var at = clock.instant().plus(policy.retryDelay().delay(message.retried(), error, message));
        return new Outcome.Retry(at, text, policy.isFailure(error));
    }

    private static String textOf(Throwable error) {
        String message = error.getMessage();
        return error instanceof Error || message == null || message.isBlank() ? error.toString() : message;
    }
}
