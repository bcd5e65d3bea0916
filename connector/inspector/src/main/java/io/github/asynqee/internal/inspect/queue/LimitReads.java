package io.github.asynqee.internal.inspect.queue;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
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
import io.github.asynqee.internal.redis.connection.Reply;
import redis.clients.jedis.Protocol.Command;

/** Reads the keys of limits, with the numbers of their running and blocked tasks. */
public final class LimitReads {

    private static final int PER_CALL = 500;
    /** Maximum number of limits, and of keys of each limit, that are examined. */
    private static final int SAMPLE = 8;
    private static final int MAX_LIMITS = 50;

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
        Map<String, Integer> allowed = allowed(keys, all.keySet().stream()
                .filter(key -> running.containsKey(key) && waiting.containsKey(key) && !closed.containsKey(key))
                .toList());
        return all.keySet().stream().map(text -> {
            LimitKey key = key(text);
            return new LimitKey.State(key, running.getOrDefault(text, 0), allowed.get(key.limit()),
                    waiting.getOrDefault(text, 0), closed.get(text));
        }).toList();
    }

    /** Limit to the number of tasks of one key that may run, determined from keys without capacity. */
    private Map<String, Integer> allowed(QueueKeys keys, List<String> blocked) {
        Map<String, List<LimitKey>> samples = new TreeMap<>();
        for (String text : blocked) {
            LimitKey key = key(text);
            List<LimitKey> ofLimit = samples.computeIfAbsent(key.limit(), limit -> new ArrayList<>());
            if (ofLimit.size() < SAMPLE && FullKey.isCounted(key)) {
                ofLimit.add(key);
            }
        }
        List<LimitKey> all = samples.values().stream().limit(MAX_LIMITS).flatMap(List::stream).toList();
        List<RedisCommand> commands = all.stream().flatMap(key -> FullKey.reading(keys, key).stream()).toList();
        List<Reply> replies = executor.send(commands);
        int each = all.isEmpty() ? 0 : commands.size() / all.size();
        Map<String, Integer> allowed = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            Integer running = FullKey.allowed(replies.subList(i * each, (i + 1) * each), clock.instant());
            if (running != null) {
                allowed.merge(all.get(i).limit(), running, Math::max);
            }
        }
        return allowed;
    }

    private static LimitKey key(String text) {
        int end = text.indexOf(' ');
        return end < 0 ? new LimitKey(text, "") : new LimitKey(text.substring(0, end), text.substring(end + 1));
    }

    /** Counts the members of a set: key to number. */
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
                    Instant.ofEpochMilli((long) FullKey.score(Replies.text(reply.get(i + 1)))));
        }
        return closed;
    }
}
