package io.github.asynqee.internal.redis;

import java.util.Collection;

import io.github.asynqee.AmbiguousResultException;
import io.github.asynqee.BrokerException;
import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import redis.clients.jedis.Protocol.Command;

/** The set of queue names. A queue is registered before its first task is stored, so that tools list it. */
final class QueueNames {

    private QueueNames() {}

    /**
     * Registers queues.
     *
     * @throws BrokerUnavailableException if Redis is unavailable or did not reply: no task was sent
     * @throws BrokerException if Redis rejects the command
     */
    static void register(RedisExecutor executor, Collection<String> queues) {
        RedisCommand command = RedisCommand.command(Command.SADD).key(GlobalKeys.QUEUES);
        queues.forEach(command::arg);
        try {
            executor.send(command);
        } catch (AmbiguousResultException e) {
            // the command is idempotent
            throw new BrokerUnavailableException(e.getMessage(), e);
        }
    }
}
