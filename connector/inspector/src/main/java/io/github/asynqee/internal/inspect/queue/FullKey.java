package io.github.asynqee.internal.inspect.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.inspect.LimitKey;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.worker.Limit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/**
 * How many tasks of a key of a limit may run. Only servers have this number. But servers make a key with blocked tasks
 * ready as soon as it has capacity: a key that is not ready has as many running tasks as it may, unless its rate, or a
 * pause, is what blocks them.
 */
public final class FullKey {

    /** A server with a limit of the queue looks at a key within a second of the time that is planned. */
    public static final Duration LOOKED_AT = Duration.ofMinutes(1);

    private FullKey() {}

    /** Reads a key that has blocked tasks and is not paused. */
    public static List<RedisCommand> reading(QueueKeys keys, LimitKey key) {
        String text = key.limit() + " " + key.value();
        RedisCommand running = RedisCommand.command(Command.ZLEXCOUNT).key(keys.limitsRunning())
                .arg("[" + text + "\0").arg("(" + text + "\1");
        return List.of(running,
                RedisCommand.command(Command.ZSCORE).key(keys.limits() + "ready:" + key.limit()).arg(text),
                RedisCommand.command(Command.EXISTS).key(keys.limits() + "starts:" + text),
                RedisCommand.command(Command.ZSCORE).key(keys.limitsLooks()).arg(text),
                // it may have got another task in between
                RedisCommand.command(Command.ZLEXCOUNT).key(keys.limitsRunning())
                        .arg("[" + text + "\0").arg("(" + text + "\1"));
    }

    /**
     * The number.
     *
     * @param replies to {@link #reading}
     * @return {@code null} if it cannot be known
     */
    public static @Nullable Integer allowed(List<Reply> replies, Instant now) {
        int running = (int) Replies.number(replies.get(0).get());
        String next = Replies.text(replies.get(3).get());
        boolean checked = next != null && score(next) > now.minus(LOOKED_AT).toEpochMilli();
        return running > 0 && running == Replies.number(replies.get(4).get()) && replies.get(1).get() == null
                && Replies.number(replies.get(2).get()) == 0 && checked ? running : null;
    }

    /** A score as Redis writes it. */
    public static double score(String text) {
        return Double.parseDouble(text.replace("inf", "Infinity"));
    }

    /** Whether a limit has such a number. That of a semaphore counts tasks of other queues, too. */
    public static boolean isCounted(LimitKey key) {
        return !key.limit().startsWith(Limit.FairBy.PREFIX) && !key.limit().startsWith(Limit.Semaphore.PREFIX);
    }
}
