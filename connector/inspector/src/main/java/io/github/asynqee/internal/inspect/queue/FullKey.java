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
 * Determines how many tasks of a limit's key may run. Redis does not store this number, but servers make a key with
 * blocked tasks ready as soon as it has capacity. A key that is not ready therefore runs its maximum number of tasks,
 * unless its rate or a pause blocks further tasks.
 */
public final class FullKey {

    /**
     * If the planned check of a key is overdue by more than this, no server with the limit runs. A running server
     * checks a key within a second of the planned time.
     */
    public static final Duration LOOKED_AT = Duration.ofMinutes(1);

    private FullKey() {}

    /** Returns the commands that read a key with blocked tasks that is not paused. */
    public static List<RedisCommand> reading(QueueKeys keys, LimitKey key) {
        String text = key.limit() + " " + key.value();
        RedisCommand running = RedisCommand.command(Command.ZLEXCOUNT).key(keys.limitsRunning())
                .arg("[" + text + "\0").arg("(" + text + "\1");
        return List.of(running,
                RedisCommand.command(Command.ZSCORE).key(keys.limits() + "ready:" + key.limit()).arg(text),
                RedisCommand.command(Command.EXISTS).key(keys.limits() + "starts:" + text),
                RedisCommand.command(Command.ZSCORE).key(keys.limitsLooks()).arg(text),
                // the key may have got another running task in between
                RedisCommand.command(Command.ZLEXCOUNT).key(keys.limitsRunning())
                        .arg("[" + text + "\0").arg("(" + text + "\1"));
    }

    /**
     * Returns how many tasks of the key may run.
     *
     * @param replies the replies to the commands of {@link #reading}
     * @return the number; {@code null} if it cannot be determined
     */
    public static @Nullable Integer allowed(List<Reply> replies, Instant now) {
        int running = (int) Replies.number(replies.get(0).get());
        String next = Replies.text(replies.get(3).get());
        boolean checked = next != null && score(next) > now.minus(LOOKED_AT).toEpochMilli();
        return running > 0 && running == Replies.number(replies.get(4).get()) && replies.get(1).get() == null
                && Replies.number(replies.get(2).get()) == 0 && checked ? running : null;
    }

    /** Parses a score in the notation of Redis. */
    public static double score(String text) {
        return Double.parseDouble(text.replace("inf", "Infinity"));
    }

    /**
     * Whether the number can be determined for a limit. It cannot for a semaphore, which also counts tasks of other
     * queues.
     */
    public static boolean isCounted(LimitKey key) {
        return !key.limit().startsWith(Limit.FairBy.PREFIX) && !key.limit().startsWith(Limit.Semaphore.PREFIX);
    }
}
