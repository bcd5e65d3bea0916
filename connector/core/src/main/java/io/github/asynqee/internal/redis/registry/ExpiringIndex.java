package io.github.asynqee.internal.redis.registry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.connection.UnixTime;
import redis.clients.jedis.Protocol.Command;

/** ZSETs of the keys of running servers and schedulers, by expiry. */
final class ExpiringIndex {

    private static final Logger LOG = System.getLogger(ExpiringIndex.class.getName());

    private final RedisExecutor executor;
    private final Clock clock;

    ExpiringIndex(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    /** Decodes a value; values that cannot be decoded are skipped. */
    interface Decoder<T> {
        T decode(byte[] bytes) throws UndecodableMessageException;
    }

    /** Adds or renews a member and removes expired ones. */
    List<RedisCommand> announce(String zset, String member, Duration life) {
        long now = UnixTime.seconds(clock.instant());
        return List.of(
                RedisCommand.command(Command.ZADD).key(zset).arg(UnixTime.seconds(clock.instant().plus(life)))
                        .arg(member),
                RedisCommand.command(Command.ZREMRANGEBYSCORE).key(zset).arg("-inf").arg("(" + now));
    }

    static RedisCommand withdraw(String zset, String member) {
        return RedisCommand.command(Command.ZREM).key(zset).arg(member);
    }

    List<String> alive(String zset) {
        List<String> members = new ArrayList<>();
        Replies.list(executor.send(RedisCommand.command(Command.ZRANGEBYSCORE).key(zset)
                .arg(UnixTime.seconds(clock.instant())).arg("+inf")))
                .forEach(member -> members.add(Replies.text(member)));
        return members;
    }

    /** The value of an entry; {@code null} if its key is of another type. One damaged entry does not hide the others. */
    static Object valueOf(Reply reply) {
        if (reply.error() != null && RedisErrors.isWrongType(reply.error())) {
            LOG.log(Level.WARNING, "entry left out: {0}", reply.error().getMessage());
            return null;
        }
        return reply.get();
    }

    static <T> void decode(Object value, Decoder<T> decoder, List<T> into) {
        if (value == null) {
            return;
        }
        try {
            into.add(decoder.decode(Replies.bytes(value)));
        } catch (UndecodableMessageException e) {
            LOG.log(Level.WARNING,
                    "a registered server, worker or scheduler entry cannot be decoded and is skipped: {0}",
                    e.getMessage());
        }
    }
}
