package io.github.asynqee.worker;

import java.time.Duration;
import java.util.random.RandomGenerator;

import io.github.asynqee.TaskInfo;

/** The delay until a failed task runs again. */
@FunctionalInterface
public interface RetryDelay {

    /**
     * Computes the delay. If this method throws, {@linkplain #asynq asynq's formula} is used.
     *
     * @param retried the number of retries so far
     * @param error the reason of the failure
     * @param task the task before the failure, in the state active
     * @return the delay from now
     */
    Duration delay(int retried, Throwable error, TaskInfo task);

    /**
     * asynq's formula (protocol section 7.5): n⁴ + 15 + r·(n+1) seconds after n retries, with a random r from 0 to 29.
     * All 25 retries take about 20 days.
     *
     * @param random the source of r
     * @return the policy
     */
    static RetryDelay asynq(RandomGenerator random) {
        return (retried, error, task) -> {
            // 200⁴ s is about 50 years
            long n = Math.min(retried, 200);
            return Duration.ofSeconds(n * n * n * n + 15 + random.nextInt(30) * (n + 1));
        };
    }

    /**
     * A constant delay.
     *
     * @param delay the delay
     * @return the policy
     */
    static RetryDelay fixed(Duration delay) {
        return (retried, error, task) -> delay;
    }

    /**
     * A delay that doubles each time.
     *
     * @param first the delay after the first failure
     * @param longest the maximum delay
     * @return the policy
     */
    static RetryDelay exponential(Duration first, Duration longest) {
        return (retried, error, task) -> {
            double seconds = first.toMillis() / 1000.0 * Math.pow(2, retried);
            return seconds >= longest.toSeconds() ? longest : Duration.ofMillis((long) (seconds * 1000));
        };
    }
}
