package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/** A test of the inspector, on an empty Redis of each kind. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestRedis.class)
public abstract class InspectorTest {

    static final Instant NOW = Instant.ofEpochSecond(2_000_000_000, 123_456_789);
    static final QueueKeys KEYS = QueueKeys.of("default");

    @Parameter
    public TestRedis redis;
    final ManualClock clock = ManualClock.startingAt(NOW);
    RedisBroker broker;
    AsynqClient client;
    RedisInspector inspector;

    @BeforeEach
    void connect() {
        clock.set(NOW);
        redis.clear();
        broker = RedisBroker.connect(RedisConfig.of(redis.url()), clock);
        client = DefaultAsynqClient.of(broker);
        inspector = new RedisInspector(broker, broker.executor(), () -> {});
    }

    @AfterEach
    void disconnect() {
        client.close();
        broker.close();
    }

    static Task<?> task(String id) {
        return Task.of("email:welcome", "{}").id(id).maxRetry(3).retention(Duration.ofHours(1));
    }

    /** Enqueues a task and brings it into a state. */
    void given(Task<?> task, TaskState state) {
        switch (state) {
            case PENDING -> client.enqueue(task);
            case SCHEDULED -> client.enqueue(task.processAt(NOW.plusSeconds(600)));
            case AGGREGATING -> client.enqueue(task.group("g1"));
            case ACTIVE -> active(task);
            case RETRY -> settle(active(task), new Outcome.Retry(NOW.plusSeconds(75), "boom", true));
            case ARCHIVED -> settle(active(task), new Outcome.Archive("boom"));
            case COMPLETED -> settle(active(task), new Outcome.Done());
        }
    }

    Lease active(Task<?> task) {
        client.enqueue(task);
        String queue = task.options().queue() == null ? "default" : task.options().queue();
        return broker.workerCommands().dequeue(queue, 1).leases().get(0);
    }

    void settle(Lease lease, Outcome outcome) {
        assertThat(broker.workerCommands().write(List.of(new Settlement(lease, outcome))))
                .containsExactly(new Settlement.Result.Settled());
    }

    KeySpace dump() {
        return KeySpace.dump(redis);
    }

    /** The connection to the queue's node. */
    Jedis node() {
        return redis.at(KEYS.pending());
    }

    Jedis node(QueueKeys keys) {
        return redis.at(keys.pending());
    }

    /** Compares the whole key space after two ways to change the same state. */
    void assertSameEffect(Runnable given, Runnable expected, Runnable operation) {
        reconnect();
        given.run();
        expected.run();
        KeySpace wanted = dump();
        reconnect();
        given.run();
        operation.run();
        dump().assertSameAs(wanted);
    }

    /** Clients remember which queues they have registered. */
    private void reconnect() {
        disconnect();
        connect();
    }

    /** Asserts that an operation changes nothing. */
    void assertNoEffect(Runnable given, Runnable operation) {
        assertSameEffect(given, () -> {}, operation);
    }
}
