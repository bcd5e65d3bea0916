package io.github.asynqee.internal.redis.registry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

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

    private static final Duration AGAIN = Duration.ofHours(1);
    private static final int MAX_TEXTS = 1_000;
    /** Warnings, with the time at which they were logged. */
    private static final Map<String, Long> LOGGED = new ConcurrentHashMap<>();

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

    /** Adds or renews a member and removes expired members. */
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
            warn("entry left out: " + reply.error().getMessage());
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
            warn("a registered server, worker or scheduler entry cannot be decoded and is skipped: " + e.getMessage());
        }
    }

    /** Logs a warning, but the same text only once an hour, because registries are read every few seconds. */
    private static void warn(String text) {
        long now = System.nanoTime();
        LOGGED.values().removeIf(at -> now - at > AGAIN.toNanos());
        boolean isNew = LOGGED.size() < MAX_TEXTS && LOGGED.putIfAbsent(text, now) == null;
        LOG.log(isNew ? Level.WARNING : Level.DEBUG, "{0}", text);
    }
}
