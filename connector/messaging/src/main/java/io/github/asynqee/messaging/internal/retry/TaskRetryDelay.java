package io.github.asynqee.messaging.internal.retry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Function;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.messaging.internal.config.ConfiguredDelay;
import io.github.asynqee.worker.RetryDelay;
import org.jspecify.annotations.Nullable;

/**
 * The retry delay of a task, from its header or else from its channel.
 *
 * @param channel the delay of the channel
 * @param beans finds a bean by its name, or throws an {@link IllegalArgumentException}
 */
record TaskRetryDelay(ConfiguredDelay channel, Function<String, RetryDelay> beans) implements RetryDelay {

    private static final Logger LOG = System.getLogger(TaskRetryDelay.class.getName());
    private static final int MAX_LOGGED = 100;

    @Override
    public Duration delay(int retried, Throwable error, TaskInfo task) {
        String own = task == null ? null : task.headers().get(Task.RETRY_DELAY_HEADER);
        return (own == null ? channel.with(beans) : own(own, task)).delay(retried, error, task);
    }

    private RetryDelay own(String text, TaskInfo task) {
        ConfiguredDelay delay;
        try {
            delay = ConfiguredDelay.parse(text);
        } catch (IllegalArgumentException e) {
            return instead(text, task, "it must be " + ConfiguredDelay.FORM);
        }
        try {
            return delay.with(beans);
        } catch (IllegalArgumentException e) {
            return instead(text, task, e.getMessage());
        }
    }

    private RetryDelay instead(String text, TaskInfo task, @Nullable String reason) {
        LOG.log(Level.WARNING,
                "task {0} of queue {1} has the header {2}={3}, which is invalid: {4}; using the delay of "
                        + "its channel",
                task.id(), task.queue(), Task.RETRY_DELAY_HEADER,
                text.length() > MAX_LOGGED ? text.substring(0, MAX_LOGGED) + "…" : text, reason);
        return channel.with(beans);
    }
}
