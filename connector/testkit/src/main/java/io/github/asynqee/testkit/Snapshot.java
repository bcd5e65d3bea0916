package io.github.asynqee.testkit;

import java.util.List;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/** All data of a Redis, to begin with them again. */
public final class Snapshot {

    private final List<Dump> dumps;

    private Snapshot(List<Dump> dumps) {
        this.dumps = dumps;
    }

    private record Dump(String key, byte[] value, long millisToLive) {}

    /** Reads a Redis. */
    public static Snapshot of(Jedis redis) {
        return new Snapshot(redis.keys("*").stream()
                .map(key -> new Dump(key, redis.dump(key), Math.max(0, redis.pttl(key)))).toList());
    }

    /** Writes a Redis; nothing else is left in it. */
    public void restore(Jedis redis) {
        redis.flushAll();
        Pipeline pipeline = redis.pipelined();
        dumps.forEach(dump -> pipeline.restore(dump.key(), dump.millisToLive(), dump.value()));
        pipeline.sync();
    }
}
