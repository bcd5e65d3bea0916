package io.github.asynqee.worker;

import java.time.Duration;
import java.util.random.RandomGenerator;

import io.github.asynqee.internal.protocol.TaskMessage;

/** How long a failed task waits until it runs again. */
@FunctionalInterface
public interface RetryDelay {

    /**
     * The delay.
     *
     * @param retried how often the task has been tried again so far
     * @param error why it failed
     * @param message the task
     * @return how long it waits from now
     */
    Duration delay(int retried, Throwable error, TaskMessage message);

    /**
     * asynq's formula (protocol section 7.5): with n retries so far, n⁴ + 15 + r·(n+1) seconds, r random from 0 to 29.
     * All 25 retries take about 20 days.
     *
     * @param random where r comes from
     * @return the policy
     */
    static RetryDelay asynq(RandomGenerator random) {
        return (retried, error, message) -> {
            // beyond this a century has passed
            long n = Math.min(retried, 200);
            return Duration.ofSeconds(n * n * n * n + 15 + random.nextInt(30) * (n + 1));
        };
    }

    /**
     * Always the same delay.
     *
     * @param delay the delay
     * @return the policy
     */
    static RetryDelay fixed(Duration delay) {
        return (retried, error, message) -> delay;
    }

    /**
     * A delay that doubles each time.
     *
     * @param first the delay after the first failure
     * @param longest the delay that is never exceeded
     * @return the policy
     */
    static RetryDelay exponential(Duration first, Duration longest) {
        return (retried, error, message) -> {
            double seconds = first.toMillis() / 1000.0 * Math.pow(2, retried);
            return seconds >= longest.toSeconds() ? longest : Duration.ofMillis((long) (seconds * 1000));
        };
    }
}
