package io.github.asynqee.internal.inspect.queue;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.asynqee.inspect.LimitKey;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/** Reads keys of limits with the numbers of their tasks. */
public final class LimitReads {

    /** A server with a limit of the queue looks at a key within a second of the time that is planned. */
    public static final Duration LOOKED_AT = Duration.ofMinutes(1);

    private static final int PER_CALL = 500;

    private final RedisExecutor executor;
    private final Clock clock;

    public LimitReads(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    /** The keys of a queue that have tasks, sorted by name. */
    public List<LimitKey.State> read(QueueKeys keys) {
        Map<String, Integer> running = count(keys.limitsRunning());
        Map<String, Integer> waiting = count(keys.limitsWaiting());
        Map<String, Instant> closed = closed(keys.limitsClosed());
        Map<String, Integer> all = new TreeMap<>(running);
        all.putAll(waiting);
        return all.keySet().stream().map(key -> new LimitKey.State(key(key), running.getOrDefault(key, 0),
                waiting.getOrDefault(key, 0), closed.get(key))).toList();
    }

    private static LimitKey key(String text) {
        int end = text.indexOf(' ');
        return end < 0 ? new LimitKey(text, "") : new LimitKey(text.substring(0, end), text.substring(end + 1));
    }

    /** Key to the number of its members. */
    private Map<String, Integer> count(String set) {
        Map<String, Integer> counts = new HashMap<>();
        byte[] last = new byte[0];
        List<?> reply;
        do {
            reply = Replies.list(executor.send(RedisCommand.script(InspectorScript.LIMIT_KEYS).key(set)
                    .arg(last).arg(PER_CALL)));
            for (int i = 0; i < reply.size(); i += 2) {
                last = Replies.bytes(reply.get(i));
                counts.merge(Replies.text(reply.get(i)), (int) Replies.number(reply.get(i + 1)), Integer::sum);
            }
        } while (reply.size() == 2 * PER_CALL);
        return counts;
    }

    private Map<String, Instant> closed(String set) {
        List<?> reply = Replies.list(executor.send(RedisCommand.command(Command.ZRANGEBYSCORE).key(set)
                .arg(clock.instant().toEpochMilli()).arg("+inf").arg("WITHSCORES")));
        Map<String, Instant> closed = new HashMap<>();
        for (int i = 0; i < reply.size(); i += 2) {
            closed.put(Replies.text(reply.get(i)),
                    Instant.ofEpochMilli((long) Double.parseDouble(Replies.text(reply.get(i + 1)))));
        }
        return closed;
    }
}
