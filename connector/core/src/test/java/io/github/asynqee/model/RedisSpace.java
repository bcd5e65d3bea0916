package io.github.asynqee.model;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.asynqee.model.Value.Expiry;
import io.github.asynqee.model.Value.Type;
import io.github.asynqee.redis.TestRedis;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/** The key space of a Redis: read in one call, and changed as a {@link Space} was changed. */
final class RedisSpace {

    private static final String PRIVATE_FIELDS = "asynqee:";
    private static final List<String> PRIVATE_KEYS = List.of("}:receipt:", "}:cron:");
    private static final byte[] DUMP = """
            local dump = {}
            for _, key in ipairs(redis.call('KEYS', '*')) do
              local type = redis.call('TYPE', key).ok
              local content
              if type == 'string' then
                content = {redis.call('GET', key)}
              elseif type == 'list' then
                content = redis.call('LRANGE', key, 0, -1)
              elseif type == 'set' then
                content = redis.call('SMEMBERS', key)
              elseif type == 'hash' then
                content = redis.call('HGETALL', key)
              else
                content = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
              end
              dump[#dump + 1] = {key, type, content, redis.call('PTTL', key)}
            end
            local time = redis.call('TIME')
            return {time[1] * 1000 + math.floor(time[2] / 1000), dump}""".getBytes();

    private final TestRedis redis;

    RedisSpace(TestRedis redis) {
        this.redis = redis;
    }

    /** Empties it; scripts stay loaded. */
    void clear() {
        redis.nodes().forEach(Jedis::flushAll);
    }

    /** Everything but what is no part of the protocol. */
    Space read() {
        Space space = new Space();
        for (Jedis node : redis.nodes()) {
            List<?> reply = (List<?>) node.eval(DUMP);
            for (Object entry : (List<?>) reply.get(1)) {
                List<?> parts = (List<?>) entry;
                String key = Raw.of((byte[]) parts.get(0));
                if (PRIVATE_KEYS.stream().noneMatch(key::contains)) {
                    Type type = Type.valueOf(Raw.of((byte[]) parts.get(1)).toUpperCase(Locale.ROOT));
                    Value value = value(type, ((List<?>) parts.get(2)).stream().map(b -> Raw.of((byte[]) b)).toList());
                    value.expiry(expiry((Long) reply.get(0), (Long) parts.get(3)));
                    space.put(key, value);
                }
            }
        }
        return space;
    }

    /** A time that was given in seconds may come back a few milliseconds off. */
    private static Expiry expiry(long nowMillis, long life) {
        long seconds = Math.round((nowMillis + life) / 1000.0);
        return life < 0 ? Expiry.NEVER : new Expiry(ModelClock.at(seconds).at(), life);
    }

    private static Value value(Type type, List<String> content) {
        Value value = new Value(type);
        switch (type) {
            case STRING -> value.text(content.get(0));
            case LIST -> value.list().addAll(content);
            case SET -> content.forEach(member -> value.fields().put(member, ""));
            case HASH -> {
                for (int i = 0; i < content.size(); i += 2) {
                    if (!content.get(i).startsWith(PRIVATE_FIELDS)) {
                        value.fields().put(content.get(i), content.get(i + 1));
                    }
                }
            }
            default -> {
                for (int i = 0; i < content.size(); i += 2) {
                    value.scores().put(content.get(i), Double.parseDouble(content.get(i + 1)));
                }
            }
        }
        return value;
    }

    /** Makes the changes that were made to a space since it was last asked for them. */
    void follow(Space space) {
        Map<Jedis, Pipeline> pipelines = new IdentityHashMap<>();
        space.changes().forEach((key, before) -> follow(
                pipelines.computeIfAbsent(redis.at(Raw.text(key)), Jedis::pipelined), Raw.bytes(key), before,
                space.value(key)));
        pipelines.values().forEach(Pipeline::sync);
    }

    private static void follow(Pipeline node, byte[] key, Value before, Value now) {
        boolean rewritten = now == null || before == null || now.type() != before.type() || now.type() == Type.LIST
                || now.type() == Type.STRING;
        if (rewritten) {
            node.del(key);
        }
        if (now == null) {
            return;
        }
        Value old = rewritten ? new Value(now.type()) : before;
        List<String> gone = new ArrayList<>(old.fields().keySet());
        gone.removeAll(now.fields().keySet());
        List<String> left = new ArrayList<>(old.scores().keySet());
        left.removeAll(now.scores().keySet());
        left.forEach(member -> node.zrem(key, Raw.bytes(member)));
        now.scores().forEach((member, score) -> node.zadd(key, score, Raw.bytes(member)));
        now.list().forEach(element -> node.rpush(key, Raw.bytes(element)));
        if (now.type() == Type.STRING) {
            node.set(key, Raw.bytes(now.text()));
            if (now.expiry().life() > 0) {
                node.pexpire(key, now.expiry().life());
            }
        } else if (now.type() == Type.SET) {
            gone.forEach(member -> node.srem(key, Raw.bytes(member)));
            now.fields().keySet().forEach(member -> node.sadd(key, Raw.bytes(member)));
        } else {
            gone.forEach(field -> node.hdel(key, Raw.bytes(field)));
            now.fields().forEach((field, value) -> node.hset(key, Raw.bytes(field), Raw.bytes(value)));
        }
    }
}
