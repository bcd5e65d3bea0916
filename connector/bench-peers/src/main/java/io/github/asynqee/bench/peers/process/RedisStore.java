package io.github.asynqee.bench.peers.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.RedisBinary;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** A separate Redis, with or without an append-only file. */
final class RedisStore implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 60_000;

    private final EmbeddedRedis redis;
    private final Jedis jedis;
    private final QueueKeys queue;
    private final long pid;

    /**
     * Starts it.
     *
     * @param folder where its files are
     * @param fsync {@code none} for no persistence, or a value of {@code appendfsync}
     * @param queue the queue that is paused and counted
     */
    RedisStore(Path folder, String fsync, String queue) {
        try {
            Postgres.delete(folder);
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        EmbeddedRedis.Builder builder = EmbeddedRedis.builder().directory(folder)
                .binary(RedisBinary.installed().orElseGet(RedisBinary::locate));
        redis = (fsync.equals("none") ? builder.config("appendonly", "no")
                : builder.config("appendonly", "yes").config("appendfsync", fsync)).start();
        jedis = new Jedis(new HostAndPort(redis.host(), redis.port()),
                DefaultJedisClientConfig.builder().resp2().timeoutMillis(TIMEOUT_MILLIS).build());
        this.queue = QueueKeys.of(queue);
        pid = Long.parseLong(info("process_id"));
    }

    String url() {
        return redis.url();
    }

    String version() {
        return info("redis_version");
    }

    private String info(String name) {
        return jedis.info("server").lines().filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip()).findFirst().orElseThrow();
    }

    void pause(boolean paused) {
        if (paused) {
            jedis.set(queue.paused(), "1");
        } else {
            jedis.del(queue.paused());
        }
    }

    /** The number of tasks in any state except completed. */
    long left() {
        return List.of(queue.pending(), queue.active()).stream().mapToLong(jedis::llen).sum()
                + List.of(queue.retry(), queue.archived(), queue.scheduled()).stream().mapToLong(jedis::zcard).sum();
    }

    long cpuNanos() {
        return CpuTime.ofTree(pid);
    }

    @Override
    public void close() {
        jedis.close();
        redis.close();
    }
}
