package io.github.asynqee.internal.redis.shards;

import java.lang.System.Logger;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.internal.shard.ShardRegistry;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.Protocol.Command;

/** {@link ShardRegistry} on Redis. */
public final class RedisShardRegistry implements ShardRegistry {

    private static final Logger LOG = System.getLogger(RedisShardRegistry.class.getName());

    private static final int SPREAD_KEYS = 2;

    private final RedisExecutor executor;
    private final Clock clock;
    private final FailureLog damaged = new FailureLog(LOG);

    /** @param clock the time at which a pause begins */
    public RedisShardRegistry(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    @Override
    public Map<String, Shards> all() {
        List<?> reply = Replies.list(executor.send(RedisCommand.command(Command.HGETALL).key(GlobalKeys.SHARDS)));
        Map<String, Shards> all = new TreeMap<>();
        for (int i = 0; i < reply.size(); i += 2) {
            String queue = Replies.text(reply.get(i));
            try {
                all.put(queue, shards(queue, reply.get(i + 1)));
                damaged.succeeded(queue);
            } catch (BrokerException e) {
                damaged.failed(queue, e, () -> e.getMessage() + "; its shards are taken for separate queues");
            }
        }
        return all;
    }

    @Override
    public Map<String, Shards> find(Collection<String> queues, BiConsumer<String, BrokerException> failed) {
        if (queues.isEmpty()) {
            return Map.of();
        }
        List<String> asked = List.copyOf(queues);
        RedisCommand read = RedisCommand.command(Command.HMGET).key(GlobalKeys.SHARDS);
        asked.forEach(read::arg);
        List<?> replies = Replies.list(executor.send(read));
        Map<String, Shards> found = new TreeMap<>();
        for (int i = 0; i < replies.size(); i++) {
            if (replies.get(i) != null) {
                try {
                    found.put(asked.get(i), shards(asked.get(i), replies.get(i)));
                } catch (BrokerException e) {
                    failed.accept(asked.get(i), e);
                }
            }
        }
        return found;
    }

    @Override
    public Shards declare(String queue, int count, Declared declared) {
        Object known = executor.send(RedisCommand.command(Command.HGET).key(GlobalKeys.SHARDS).arg(queue));
        if (known != null) {
            Shards shards = shards(queue, known);
            if (declared == Declared.KEEP || shards.count() >= count) {
                return shards;
            }
        }
        int keyed = known == null && !isEmpty(queue) ? 1 : count;
        int before = known == null ? 1 : shards(queue, known).count();
        // first, because workers consume the new shards as soon as they are recorded
        boolean paused = copyPause(queue, before, count);
        Shards recorded = write(queue, count, keyed, declared.ordinal());
        boolean stillPaused = copyPause(queue, before, recorded.count());
        if (paused && !stillPaused) {
            executor.send(pauses(queue, before, count).map(key -> RedisCommand.command(Command.DEL).key(key)).toList())
                    .forEach(Reply::get);
        }
        return recorded;
    }

    @Override
    public boolean copyPause(String queue, int from, int count) {
        boolean paused = Replies.number(
                executor.send(RedisCommand.command(Command.EXISTS).key(QueueKeys.of(queue).paused()))) == 1;
        if (paused && from < count) {
            executor.send(pauses(queue, from, count).map(key -> RedisCommand.command(Command.SET).key(key)
                    .arg(UnixTime.seconds(clock.instant())).arg("NX")).toList()).forEach(Reply::get);
        }
        return paused;
    }

    private static Stream<String> pauses(String queue, int from, int count) {
        return Shards.names(queue, count).stream().skip(from).map(shard -> QueueKeys.of(shard).paused());
    }

    @Override
    public void forget(String queue) {
        executor.send(RedisCommand.command(Command.HDEL).key(GlobalKeys.SHARDS).arg(queue));
    }

    @Override
    public Shards spreadKeys(String queue) {
        return write(queue, 1, 1, SPREAD_KEYS);
    }

    private Shards write(String queue, int count, int keyed, int mode) {
        return shards(queue,
                executor.send(RedisCommand.script(EngineScript.DECLARE_SHARDS).key(GlobalKeys.SHARDS).arg(queue)
                        .arg(count).arg(keyed).arg(mode)));
    }

    private boolean isEmpty(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        // one key per command, because a proxy may reject commands with more keys
        return executor.send(Stream.of(keys.pending(), keys.active(), keys.scheduled(), keys.retry(), keys.archived(),
                keys.completed(), keys.groups(), keys.aggregationSets())
                .map(key -> RedisCommand.command(Command.EXISTS).key(key)).toList()).stream()
                .allMatch(reply -> Replies.number(reply.get()) == 0);
    }

    private static Shards shards(String queue, Object reply) {
        try {
            return Shards.parse(Replies.text(reply));
        } catch (IllegalArgumentException e) {
            throw new BrokerException(
                    "the record of queue \"" + queue + "\" in " + GlobalKeys.SHARDS + " is damaged: " + e.getMessage(),
                    e);
        }
    }
}
