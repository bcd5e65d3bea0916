package io.github.asynqee.record;

import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import io.github.asynqee.record.Value.Expiry;
import io.github.asynqee.record.Value.Type;
import io.github.asynqee.redis.TestRedis;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.params.ZAddParams;

/**
 * The key space of a Redis: read in one call, changed by as few commands as possible. Keys with a short lifetime are
 * kept for thirty years more, because no key expired during recording.
 */
final class RedisSpace {

    private static final String PRIVATE_FIELDS = "asynqee:";
    private static final String PRIVATE_KEY = "}:receipt:";
    private static final long KEPT_MILLIS = 1_000_000_000_000L;
    private static final int AT_ONCE = 1_000;
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
    private final Map<Jedis, byte[]> dumps = new IdentityHashMap<>();
    /** Keys whose lifetime was just set, in seconds. */
    private final Map<String, Long> mortal = new HashMap<>();
    /** Keys that are kept, with their original lifetime. */
    private final Map<String, Long> kept = new HashMap<>();

    RedisSpace(TestRedis redis) {
        this.redis = redis;
        redis.nodes().forEach(node -> dumps.put(node, node.scriptLoad(DUMP)));
    }

    /** Changes the key space of Redis to this one. */
    void load(Space space) {
        redis.nodes().forEach(Jedis::flushAll);
        mortal.clear();
        kept.clear();
        write(space.keys(), space);
    }

    /** All keys and fields except private ones. */
    Space read() {
        Space space = new Space();
        for (Jedis node : redis.nodes()) {
            List<?> reply = (List<?>) node.evalsha(dumps.get(node));
            for (Object entry : (List<?>) reply.get(1)) {
                List<?> parts = (List<?>) entry;
                String key = Raw.of((byte[]) parts.get(0));
                if (!key.contains(PRIVATE_KEY)) {
                    Type type = Type.valueOf(Raw.of((byte[]) parts.get(1)).toUpperCase(Locale.ROOT));
                    Value value = value(type, (List<?>) parts.get(2));
                    value.expiry(expiry(key, (Long) reply.get(0), (Long) parts.get(3)));
                    space.put(key, value);
                }
            }
        }
        return space;
    }

    /** A lifetime is rounded up, because a part has passed; a time is in whole seconds. */
    private Expiry expiry(String key, long nowMillis, long life) {
        if (life < 0) {
            return Expiry.NEVER;
        } else if (life > KEPT_MILLIS) {
            return Expiry.after(kept.get(key));
        }
        long at = Math.round((nowMillis + life) / 1000.0);
        boolean isTime = at > 2_000_000_000L;
        if (!isTime) {
            mortal.put(key, (life + 999) / 1000);
        }
        return isTime ? Expiry.at(at) : Expiry.after((life + 999) / 1000);
    }

    private static Value value(Type type, List<?> content) {
        Value value = new Value(type);
        for (int i = 0; i < content.size(); i++) {
            String text = Raw.of((byte[]) content.get(i));
            switch (type) {
                case STRING -> value.text(text);
                case LIST -> value.list().add(text);
                case SET -> value.fields().put(text, "");
                case HASH -> {
                    String other = Raw.of((byte[]) content.get(++i));
                    if (!text.startsWith(PRIVATE_FIELDS)) {
                        value.fields().put(text, other);
                    }
                }
                default -> value.scores().put(text, Double.parseDouble(Raw.of((byte[]) content.get(++i))));
            }
        }
        return value;
    }

    /** Sets some keys as in a key space. Keys with a short lifetime are kept. */
    void write(Collection<String> keys, Space space) {
        Map<Jedis, Pipeline> pipelines = new IdentityHashMap<>();
        for (String key : keys) {
            mortal.remove(key);
            Value value = space.value(key);
            write(pipeline(pipelines, key), Raw.bytes(key), value);
            if (value != null && value.expiry().life() >= 0) {
                mortal.put(key, value.expiry().life());
            }
        }
        mortal.forEach((key, life) -> pipeline(pipelines, key).pexpire(Raw.bytes(key), life * 1000 + KEPT_MILLIS));
        kept.putAll(mortal);
        mortal.clear();
        pipelines.values().forEach(Pipeline::sync);
    }

    private Pipeline pipeline(Map<Jedis, Pipeline> pipelines, String key) {
        return pipelines.computeIfAbsent(redis.at(Raw.text(key)), Jedis::pipelined);
    }

    private static void write(Pipeline node, byte[] key, Value value) {
        node.del(key);
        if (value == null) {
            return;
        }
        switch (value.type()) {
            case STRING -> node.set(key, Raw.bytes(value.text()));
            case LIST -> node.rpush(key, value.list().stream().map(Raw::bytes).toArray(byte[][]::new));
            case SET -> node.sadd(key, value.fields().keySet().stream().map(Raw::bytes).toArray(byte[][]::new));
            case HASH -> value.fields().forEach((field, text) -> node.hset(key, Raw.bytes(field), Raw.bytes(text)));
            default -> inPieces(value.scores(), piece -> node.zadd(key, piece, ZAddParams.zAddParams()));
        }
        if (value.expiry().at() >= 0) {
            node.expireAt(key, value.expiry().at());
        }
    }

    private static void inPieces(Map<String, Double> scores, Consumer<Map<byte[], Double>> write) {
        Map<byte[], Double> piece = new IdentityHashMap<>();
        scores.forEach((member, score) -> {
            piece.put(Raw.bytes(member), score);
            if (piece.size() == AT_ONCE) {
                write.accept(new IdentityHashMap<>(piece));
                piece.clear();
            }
        });
        if (!piece.isEmpty()) {
            write.accept(piece);
        }
    }
}
