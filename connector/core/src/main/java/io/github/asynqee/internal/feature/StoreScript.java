package io.github.asynqee.internal.feature;

import java.time.Instant;

import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.broker.StoreRule;
import io.github.asynqee.internal.redis.connection.RedisCommand;

/** The rule of a feature that stores a task by its own script. */
public interface StoreScript extends StoreRule {

    /**
     * The command that stores a task.
     *
     * @param task the task, which has this rule
     * @param now the time at which it becomes pending
     * @return the command
     */
    RedisCommand command(NewTask task, Instant now);

    /**
     * Reads the reply.
     *
     * @param reply the reply to the command
     * @return the result
     */
    StoreResult result(Object reply);
}
