package io.github.asynqee.internal.redis.cancellation;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.github.asynqee.internal.broker.watch.CancellationSubscription.Request;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.Protocol.Command;

/**
 * The requests of the last minute to cancel tasks: a sorted set of task IDs by the time of the request. A published
 * request is lost while a worker has no subscription; the worker finds it here afterwards. Go peers do not use this
 * set.
 */
public final class CancelRequests {

    private static final Logger LOG = System.getLogger(CancelRequests.class.getName());
    /** Lifetime of a stored request. Longer than a worker can be without Redis before it loses its leases. */
    private static final Duration KEPT = Duration.ofMinutes(1);

    private CancelRequests() {}

    /**
     * Stores requests. To be called before they are published: a worker that subscribes in between finds them here.
     *
     * @param now the time of the requests
     */
    public static void store(RedisExecutor executor, Instant now, Collection<byte[]> taskIds) {
        if (taskIds.isEmpty()) {
            return;
        }
        RedisCommand add = RedisCommand.command(Command.ZADD).key(GlobalKeys.CANCEL_REQUESTS);
        taskIds.forEach(id -> add.arg(now.toEpochMilli()).arg(id));
        executor.send(List.of(add,
                RedisCommand.command(Command.ZREMRANGEBYSCORE).key(GlobalKeys.CANCEL_REQUESTS).arg("-inf")
                        .arg(now.minus(KEPT).toEpochMilli()),
                RedisCommand.command(Command.EXPIRE).key(GlobalKeys.CANCEL_REQUESTS).arg(KEPT.toSeconds())))
                .forEach(Reply::get);
    }

    /**
     * Stores requests that are also published. Errors are ignored: publishing works without permission for the key,
     * without free memory, and if the key's node is unreachable.
     */
    public static void storeIfPossible(RedisExecutor executor, Instant now, Collection<byte[]> taskIds) {
        try {
            store(executor, now, taskIds);
        } catch (BrokerException e) {
            LOG.log(Level.DEBUG, "requests to cancel are published, but not stored: {0}", e.getMessage());
        }
    }

    /** The stored requests, the oldest first. */
    static List<Request> read(RedisExecutor executor) {
        List<?> reply = (List<?>) executor.send(RedisCommand.command(Command.ZRANGE).key(GlobalKeys.CANCEL_REQUESTS)
                .arg(0).arg(-1).arg("WITHSCORES"));
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < reply.size(); i += 2) {
            requests.add(new Request(Replies.text(reply.get(i)), time(Replies.text(reply.get(i + 1)))));
        }
        return requests;
    }

    private static Instant time(String score) {
        try {
            return Instant.ofEpochMilli((long) Double.parseDouble(score));
        } catch (NumberFormatException e) {
            // "inf": written by another program
            return Instant.EPOCH;
        }
    }
}
