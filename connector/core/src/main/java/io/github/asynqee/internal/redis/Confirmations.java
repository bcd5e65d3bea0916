package io.github.asynqee.internal.redis;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import io.github.asynqee.Durability;
import io.github.asynqee.internal.redis.connection.Confirmation;
import io.github.asynqee.internal.redis.connection.Confirmation.Unconfirmed;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.RedisExecutor.Reply;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.Protocol.Command;

/** How Redis confirms the durability of tasks, and whether it can. */
final class Confirmations {

    /** Keys of the check: enough for some of them to be on each node of a cluster. */
    private static final int CHECK_KEYS = 64;

    private Confirmations() {}

    /** An executor whose writes are confirmed. */
    static RedisExecutor of(RedisExecutor executor, Durability durability) {
        return executor.confirming(switch (durability.level()) {
            case REPLICA -> Confirmation.byReplicas(durability.replicas(), durability.timeout());
            case DISK -> Confirmation.byDisk(durability.timeout());
            case MEMORY -> throw new IllegalArgumentException("memory is not confirmed");
        });
    }

    /**
     * Writes keys that expire at once, and so finds out what no setting shows: a connected replica that is stuck, a
     * server that never flushes its file.
     *
     * @return why Redis does not confirm them; empty if it does, or cannot be reached
     */
    static Optional<String> refusal(RedisExecutor confirming) {
        if (confirming.isProxy()) {
            return Optional.of("a proxy does not pass on WAIT and WAITAOF");
        }
        List<RedisCommand> writes = IntStream.range(0, confirming.isOneServer() ? 1 : CHECK_KEYS)
                .mapToObj(i -> RedisCommand.command(Command.SET).key("asynq:{durability-check-" + i + "}").arg("")
                        .arg("PX").arg(1))
                .toList();
        return confirming.send(writes).stream().map(Confirmations::reason).filter(reason -> reason != null).findFirst();
    }

    private static String reason(Reply reply) {
        BrokerException error = reply.error();
        if (error instanceof BrokerUnavailableException || error instanceof AmbiguousResultException) {
            return null;
        }
        if (error != null) {
            return error.getMessage();
        }
        return reply.value() instanceof Unconfirmed late && !late.lack().passing() ? late.reason() : null;
    }
}
