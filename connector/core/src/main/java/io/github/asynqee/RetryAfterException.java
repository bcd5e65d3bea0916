package io.github.asynqee;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler: the task runs again after a delay, because a resource requires it, for example a web service
 * that replies with status 429. It does not count as a failure and uses no retry, so it also works after the last
 * retry. If the delay ends after the task's {@linkplain Task#retryUntil end of retries}, the task is archived.
 *
 * <p>If the channel has a limit, the key of the task is paused for the delay, a day at most, on all nodes: none of its
 * tasks starts. The task keeps its position before the tasks behind it.
 */
public class RetryAfterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Duration delay;

    /**
     * Creates the exception with a text that names the time.
     *
     * @param delay the time, not negative; without a limit it is cut to whole seconds
     * @throws IllegalArgumentException if it is negative
     */
    public RetryAfterException(Duration delay) {
        this(delay, "retry after " + delay, null);
    }

    /**
     * Creates the exception.
     *
     * @param delay the time, not negative; without a limit it is cut to whole seconds
     * @param message the reason
     * @param cause the cause, may be {@code null}
     * @throws IllegalArgumentException if the time is negative
     */
    public RetryAfterException(Duration delay, String message, @Nullable Throwable cause) {
        super(message, cause);
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative: " + delay);
        }
        this.delay = delay;
    }

    /** @return the time after which the task runs again */
    public Duration delay() {
        return delay;
    }
}
