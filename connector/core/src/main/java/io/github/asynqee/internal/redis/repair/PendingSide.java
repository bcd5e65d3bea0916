package io.github.asynqee.internal.redis.repair;

import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/**
 * The end of the pending list to which an ID is nearer. Redis searches lists element by element: from the nearer end it takes
 * half the time at most.
 */
public final class PendingSide {

    private static final int SHORT = 50_000;

    private PendingSide() {}

    /**
     * Looks for the nearer end.
     *
     * @param executor sends commands
     * @param keys the queue
     * @param id the ID
     * @return the argument of {@code LREM}: 1 for the left end, -1 for the right one
     */
    public static long of(RedisExecutor executor, QueueKeys keys, String id) {
        long size = Replies.number(executor.send(RedisCommand.command(Command.LLEN).key(keys.pending())));
        if (size <= SHORT) {
            return 1;
        }
        Object position = executor.send(RedisCommand.command(Command.LPOS).key(keys.pending()).arg(id).arg("MAXLEN")
                .arg(size / 2));
        return position == null ? -1 : 1;
    }
}
