package io.github.asynqee.worker;

import java.util.Objects;
import java.util.function.Predicate;

import io.github.asynqee.NotAFailureException;
import io.github.asynqee.RevokeTaskException;
import io.github.asynqee.SkipRetryException;

/**
 * Chooses the outcome when a handler fails. The predicates test the error and each of its causes; one match is enough.
 *
 * @param retryDelay delay until the task runs again
 * @param skipRetry errors after which a task is archived at once; {@link SkipRetryException} always is one
 * @param revoke errors after which a task is deleted as if it had succeeded; {@link RevokeTaskException} always is one
 * @param notAFailure errors that do not count as failures: the task is retried without using a retry;
 *        {@link NotAFailureException} always is one
 * @param logging how failed attempts are logged
 */
public record FailurePolicy(RetryDelay retryDelay, Predicate<Throwable> skipRetry, Predicate<Throwable> revoke,
        Predicate<Throwable> notAFailure, FailureLogging logging) {

    /** Adds the exceptions that always apply. */
    public FailurePolicy {
        Objects.requireNonNull(retryDelay, "retryDelay");
        skipRetry = skipRetry.or(SkipRetryException.class::isInstance);
        revoke = revoke.or(RevokeTaskException.class::isInstance);
        notAFailure = notAFailure.or(NotAFailureException.class::isInstance);
        Objects.requireNonNull(logging, "logging");
    }

    /**
     * A policy that logs one line for each failed attempt.
     *
     * @param retryDelay how long the task waits until it runs again
     * @param skipRetry errors after which a task is archived at once
     * @param revoke errors after which a task is deleted as if it had succeeded
     * @param notAFailure errors after which a task is retried without using up a retry
     */
    public FailurePolicy(RetryDelay retryDelay, Predicate<Throwable> skipRetry, Predicate<Throwable> revoke,
            Predicate<Throwable> notAFailure) {
        this(retryDelay, skipRetry, revoke, notAFailure, FailureLogging.SUMMARY);
    }

    /**
     * A policy for which only {@link SkipRetryException}, {@link RevokeTaskException} and {@link NotAFailureException}
     * are special.
     *
     * @param retryDelay delay until a task runs again
     * @return the policy
     */
    public static FailurePolicy of(RetryDelay retryDelay) {
        return new FailurePolicy(retryDelay, error -> false, error -> false, error -> false);
    }

    /**
     * The same policy with another delay.
     *
     * @param delay delay until a task runs again
     * @return the policy
     */
    public FailurePolicy withRetryDelay(RetryDelay delay) {
        return new FailurePolicy(delay, skipRetry, revoke, notAFailure, logging);
    }

    public boolean skipsRetry(Throwable error) {
        return anyCause(error, skipRetry);
    }

    public boolean revokes(Throwable error) {
        return anyCause(error, revoke);
    }

    public boolean isFailure(Throwable error) {
        return !anyCause(error, notAFailure);
    }

    private static boolean anyCause(Throwable error, Predicate<Throwable> test) {
        int depth = 0;
        for (Throwable cause = error; cause != null && depth < 50; cause = cause.getCause(), depth++) {
            if (test.test(cause)) {
                return true;
            }
        }
        return false;
    }
}
