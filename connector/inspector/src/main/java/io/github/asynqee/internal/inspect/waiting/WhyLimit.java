package io.github.asynqee.internal.inspect.waiting;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.LimitKey;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.inspect.Waiting.Reason;
import io.github.asynqee.internal.inspect.queue.FullKey;
import io.github.asynqee.internal.inspect.queue.Words;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.worker.Limit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/** Determines why a limit blocks a task, or why the task waits for its turn. */
final class WhyLimit {

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
        boolean isFair = key.limit().startsWith(Limit.FairBy.PREFIX);
        String place = Replies.text(executor.send(RedisCommand.command(Command.HGET).key(keys.task(task.info().id()))
                .arg(PrivateFields.LIMIT)));
        List<RedisCommand> commands = new ArrayList<>(List.of(
                count(keys.limitsRunning(), text, "(" + text + "\1"),
                count(keys.limitsWaiting(), text, "(" + text + "\1"),
                count(keys.limitsWaiting(), text,
                        "(" + text + "\0" + (place == null ? "" : place.substring(0, Math.max(0, place.indexOf(' '))))),
                RedisCommand.command(Command.ZSCORE).key(keys.limitsClosed()).arg(text),
                RedisCommand.command(Command.ZSCORE).key(keys.limitsLooks()).arg(isFair ? key.limit() : text)));
        int own = commands.size();
        commands.addAll(FullKey.reading(keys, key));
        int rate = commands.size();
        String starts = keys.limits() + "starts:" + text;
        commands.addAll(List.of(RedisCommand.command(Command.ZRANGE).key(starts).arg(0).arg(0).arg("WITHSCORES"),
                RedisCommand.command(Command.ZRANGE).key(starts).arg(-1).arg(-1).arg("WITHSCORES"),
                RedisCommand.command(Command.ZCARD).key(starts), RedisCommand.command(Command.TTL).key(starts)));
        List<Reply> replies = executor.send(commands);
        Integer allowed = FullKey.isCounted(key) ? FullKey.allowed(replies.subList(own, rate), now) : null;
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
        if (next == null || next.isBefore(now.minus(FullKey.LOOKED_AT))) {
            return blocked(Reason.LIMIT_UNCHECKED, limit + " blocks the task, and no running server checks its key",
                    "start a server whose channel has the limit, or run the task", task.info().nextProcessAt());
        }
        String runs = allowed == null ? Words.count(running, "task") + " of its key " + (running == 1 ? "runs" : "run")
                : allowed + " of " + Words.count(allowed, "task") + " of its key " + (allowed == 1 ? "runs" : "run");
        if (isFair) {
            return blocked(Reason.TURN, "the task waits for the turn of its key, " + limit + ": " + runs + "; "
                    + position, "wait, or add servers or concurrency", next);
        }
        Instant counts = oldestStartCounts(replies.subList(rate, replies.size()));
        return blocked(Reason.LIMIT, limit + " blocks the task: " + runs
                + (counts == null ? "" : started(number(replies, rate + 2), counts)) + "; " + position,
                "wait for a running task of the key to end, or raise the limit", counts == null ? next : counts);
    }

    private String started(long starts, Instant counts) {
        return ", and " + starts + (starts == 1 ? " start counts" : " starts count")
                + " for its rate, the oldest for another " + Words.between(now, counts);
    }

    /** Returns until when the oldest start of a key counts for its rate; {@code null} if no start counts. */
    private @Nullable Instant oldestStartCounts(List<Reply> replies) {
        List<?> oldest = Replies.list(replies.get(0).get());
        List<?> latest = Replies.list(replies.get(1).get());
        long life = Replies.number(replies.get(3).get());
        if (oldest.size() < 2 || latest.size() < 2 || life <= 0) {
            return null;
        }
        // after the latest start, the set lives for twice the period plus one second
        double micros = now.getEpochSecond() * 1e6 + now.getNano() / 1e3;
        double period = ((life - 1) * 1e6 + micros - micros(latest)) / 2;
        double rest = micros(oldest) + period - micros;
        return rest <= 0 ? null : now.plus((long) Math.min(rest, life * 1e6), ChronoUnit.MICROS);
    }

    private static double micros(List<?> memberAndScore) {
        return FullKey.score(Replies.text(memberAndScore.get(1)));
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
