package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A test of the broker, on an empty Redis of each kind, at the time of the recorded vectors. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestRedis.class)
public abstract class BrokerTest {

    static final Instant T0 = Instant.ofEpochSecond(2_000_000_000, 123_456_789);
    static final QueueKeys DEFAULT = QueueKeys.of("default");

    @Parameter
    public TestRedis redis;
    final ManualClock clock = ManualClock.startingAt(T0);
    Broker broker;

    @BeforeEach
    void connect() {
        redis.clear();
        broker = RedisBroker.connect(RedisConfig.of(redis.url()), clock);
    }

    @AfterEach
    void disconnect() {
        broker.close();
    }

    /** Stores tasks, which must succeed. */
    public void store(NewTask... tasks) {
        assertThat(broker.producerCommands().store(List.of(tasks))).hasSize(tasks.length)
                .containsOnly(new StoreResult.Stored());
    }

    /** Stores tasks and dequeues them all; returns the leases in the order of the tasks. */
    List<Lease> active(NewTask... tasks) {
        store(tasks);
        return Arrays.stream(tasks).map(task -> task.message().queue())
                .map(queue -> broker.workerCommands().dequeue(queue, 1).leases().get(0)).toList();
    }

    Lease active(String id) {
        return active(Tasks.pending("default", id)).get(0);
    }

    Settlement.Result settle(Lease lease, Outcome outcome) {
        return broker.workerCommands().write(List.of(new Settlement(lease, outcome))).get(0);
    }

    KeySpace dump() {
        return KeySpace.dump(redis);
    }

    List<String> list(String key) {
        return redis.at(key).lrange(key, 0, -1);
    }

    List<String> zset(String key) {
        return redis.at(key).zrange(key, 0, -1);
    }

    String field(String key, String field) {
        return redis.at(key).hget(key, field);
    }

    String state(String id) {
        return field(DEFAULT.task(id), "state");
    }

    boolean exists(String key) {
        return redis.at(key).exists(key);
    }

    /** Stores invalid bytes as the message of a pending task. */
    void pendingHash(String id, byte[] msg) {
        redis.at(DEFAULT.pending()).hset(DEFAULT.task(id).getBytes(), "msg".getBytes(), msg);
        redis.at(DEFAULT.pending()).hset(DEFAULT.task(id), "state", "pending");
        redis.at(DEFAULT.pending()).lpush(DEFAULT.pending(), id);
    }

    /** All outcomes of a lease. */
    static Stream<Outcome> outcomes() {
        return Stream.of(new Outcome.Done(), new Outcome.Revoke(), new Outcome.Retry(T0.plusSeconds(75), "boom", true),
                new Outcome.Retry(T0.plusSeconds(75), "busy", false), new Outcome.Archive("boom"),
                new Outcome.Requeue());
    }
}
