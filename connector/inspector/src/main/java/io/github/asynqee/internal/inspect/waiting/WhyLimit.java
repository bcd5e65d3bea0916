package io.github.asynqee.internal.inspect.waiting;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.LimitKey;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.inspect.Waiting.Reason;
import io.github.asynqee.internal.inspect.queue.LimitReads;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/** Why a task is blocked by a limit, or waits for its turn. */
final class WhyLimit {

    private static final String FAIR = "fair:";

    private final RedisExecutor executor;
    private final QueueKeys keys;
    private final InspectedTask task;
    private final LimitKey key;
    private final Instant now;

    WhyLimit(RedisExecutor executor, QueueKeys keys, InspectedTask task, LimitKey key, Instant now) {
        this.executor = executor;
        this.keys = keys;
        this.task = task;
        this.key = key;
        this.now = now;
    }

    Waiting reason() {
        String text = key.limit() + " " + key.value();
        boolean isFair = key.limit().startsWith(FAIR);
        String place = Replies.text(executor.send(RedisCommand.command(Command.HGET).key(keys.task(task.info().id()))
                .arg(PrivateFields.LIMIT)));
        List<Reply> replies = executor.send(List.of(
                count(keys.limitsRunning(), text, "(" + text + "\1"),
                count(keys.limitsWaiting(), text, "(" + text + "\1"),
                count(keys.limitsWaiting(), text,
                        "(" + text + "\0" + (place == null ? "" : place.substring(0, Math.max(0, place.indexOf(' '))))),
                RedisCommand.command(Command.ZSCORE).key(keys.limitsClosed()).arg(text),
                RedisCommand.command(Command.ZSCORE).key(keys.limitsLooks()).arg(isFair ? key.limit() : text)));
        long running = number(replies, 0);
        String position = "position " + (number(replies, 2) + 1) + " of " + Math.max(number(replies, 1), 1)
                + " blocked tasks of its key";
        Instant closed = time(replies.get(3));
        Instant next = time(replies.get(4));
        String limit = "limit " + Consumers.text(key.limit());
        if (closed != null && closed.isAfter(now)) {
            return blocked(Reason.LIMIT_PAUSED, limit + " blocks the task: its key is paused for another "
                    + Words.between(now, closed) + " because a handler asked to wait; " + position,
                    "wait until the pause has passed, or resume the key", closed);
        }
        if (next == null || next.isBefore(now.minus(LimitReads.LOOKED_AT))) {
            return blocked(Reason.LIMIT_UNCHECKED, limit + " blocks the task, and no running server checks its key",
                    "start a server whose channel has the limit, or run the task", task.info().nextProcessAt());
        }
        String runs = Words.count(running, "task") + " of its key " + (running == 1 ? "runs" : "run");
        return isFair
                ? blocked(Reason.TURN, "the task waits for the turn of its key, " + limit + ": " + runs + "; "
                        + position, "wait, or add servers or concurrency", next)
                : blocked(Reason.LIMIT, limit + " blocks the task: "
                        + (running == 0 ? "its key has started as many tasks as it may" : runs) + "; " + position,
                        "wait for a running task of the key to end, or raise the limit", next);
    }

    private Waiting blocked(Reason reason, String message, String advice, @Nullable Instant until) {
        return new Waiting(reason, message, advice, null, until, key, null);
    }

    private static RedisCommand count(String set, String key, String end) {
        return RedisCommand.command(Command.ZLEXCOUNT).key(set).arg("[" + key + "\0").arg(end);
    }

    private static long number(List<Reply> replies, int index) {
        return Replies.number(replies.get(index).get());
    }

    private static @Nullable Instant time(Reply score) {
        String millis = Replies.text(score.get());
        return millis == null || millis.endsWith("inf") ? null
                : Instant.ofEpochMilli((long) Double.parseDouble(millis));
    }
}
