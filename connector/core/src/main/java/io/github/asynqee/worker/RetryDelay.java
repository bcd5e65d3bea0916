package io.github.asynqee.worker;

import java.time.Duration;
import java.util.random.RandomGenerator;

import io.github.asynqee.SkipRetryException;
import io.github.asynqee.TaskInfo;

/** The delay until a failed task runs again. */
@FunctionalInterface
public interface RetryDelay {

    /**
     * Computes the delay. If this method throws a {@link SkipRetryException} the task is archived; if it returns
     * {@code null} or throws anything else, {@linkplain #asynq asynq's formula} is used.
     *
     * @param retried the number of retries so far
     * @param error the reason of the failure
     * @param task the task before the failure, in the state active
     * @return the delay from now
     */
    Duration delay(int retried, Throwable error, TaskInfo task);

    /**
     * This delay, lengthened or shortened at random, so that tasks that failed together do not all run again together.
     *
     * @param percent by how much at most, from 1 to 100 percent of the delay
     * @param random the source of randomness
     * @return the policy
     * @throws IllegalArgumentException if the percentage is out of range
     */
    default RetryDelay withJitter(int percent, RandomGenerator random) {
        if (percent < 1 || percent > 100) {
            throw new IllegalArgumentException("jitter must be from 1 to 100 percent: " + percent);
        }
        return (retried, error, task) -> {
            long millis = delay(retried, error, task).toMillis();
            return Duration.ofMillis(millis + (long) (millis * (2 * random.nextDouble() - 1) * percent / 100));
        };
    }

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
