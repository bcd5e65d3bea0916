package io.github.asynqee.record;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import redis.clients.jedis.Jedis;

/** The process that repeats the operations of a Go process, and its Redis. */
final class Peer implements AutoCloseable {

    private final TestRedis redis;
    private final ManualClock clock = ManualClock.startingAt(Instant.EPOCH);
    private final RedisBroker broker;
    private final Inspector inspector;
    private final CancellationListener listener;
    /** One producer per queue, because a producer remembers the queues that it registered. */
    private final Map<String, Broker> producers = new HashMap<>();

    Peer(TestRedis redis) {
        this.redis = redis;
        this.broker = connect();
        this.inspector = new RedisInspector(broker, broker.executor(), () -> {});
        this.listener = new CancellationListener(redis);
    }

    private RedisBroker connect() {
        return RedisBroker.connect(RedisConfig.of(redis.url()), clock);
    }

    Inspector inspector() {
        return inspector;
    }

    Broker broker() {
        return broker;
    }

    /** The producer of a queue. */
    Broker producer(String queue, boolean queueKnown) {
        if (!queueKnown) {
            forget(queue);
        }
        return producers.computeIfAbsent(queue, name -> connect());
    }

    /** After a queue was removed, its producer is replaced. */
    void forget(String queue) {
        Broker producer = producers.remove(queue);
        if (producer != null) {
            producer.close();
        }
    }

    /** Starts as a new process. */
    void restart() {
        List.copyOf(producers.keySet()).forEach(this::forget);
    }

    void setClock(Instant instant) {
        clock.set(instant);
    }

    CancellationListener listener() {
        return listener;
    }

    /** The server of a key. */
    Jedis at(String rawKey) {
        return redis.at(Raw.text(rawKey));
    }

    @Override
    public void close() {
        restart();
        broker.close();
        listener.close();
    }
}
