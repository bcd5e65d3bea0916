package io.github.asynqee.internal.engine;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;

import io.github.asynqee.redis.TestRedis;
import redis.clients.jedis.Jedis;

/** Takes tasks as a stock Go server does: one for each call, and after an empty one it sleeps 0.5 to 1.5 s. */
final class StockPeer implements AutoCloseable {

    private static final String DEQUEUE = """
            local id = redis.call('RPOPLPUSH', KEYS[1], KEYS[2])
            if not id then return nil end
            redis.call('HSET', ARGV[2] .. id, 'state', 'active')
            redis.call('HDEL', ARGV[2] .. id, 'pending_since')
            redis.call('ZADD', KEYS[3], ARGV[1], id)
            return id""";
    private static final String DONE = """
            redis.call('LREM', KEYS[1], 0, ARGV[1])
            redis.call('ZREM', KEYS[2], ARGV[1])
            redis.call('DEL', KEYS[3])""";

    private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Semaphore permits;
    private final String prefix;
    private final Duration handling;
    private volatile boolean closed;

    StockPeer(String queue, int concurrency, Duration handling) {
        this.prefix = "asynq:{" + queue + "}:";
        this.permits = new Semaphore(concurrency);
        this.handling = handling;
        threads.submit(this::dispatch);
    }

    /** IDs of the tasks it has handled. */
    BlockingQueue<String> handled() {
        return handled;
    }

    private Void dispatch() throws InterruptedException {
        try (Jedis redis = TestRedis.SINGLE.connect()) {
            while (!closed) {
                permits.acquire();
                Object id = redis.eval(DEQUEUE, List.of(prefix + "pending", prefix + "active", prefix + "lease"),
                        List.of(String.valueOf(System.currentTimeMillis() / 1000 + 30), prefix + "t:"));
                if (id == null) {
                    Thread.sleep(ThreadLocalRandom.current().nextInt(500, 1_500));
                    permits.release();
                } else {
                    threads.submit(() -> handle(id instanceof byte[] bytes
                            ? new String(bytes, StandardCharsets.UTF_8) : (String) id));
                }
            }
        }
        return null;
    }

    private Void handle(String id) throws InterruptedException {
        Thread.sleep(handling.toMillis());
        try (Jedis redis = TestRedis.SINGLE.connect()) {
            redis.eval(DONE, List.of(prefix + "active", prefix + "lease", prefix + "t:" + id), List.of(id));
        }
        handled.add(id);
        permits.release();
        return null;
    }

    @Override
    public void close() {
        closed = true;
        threads.shutdownNow();
    }
}
