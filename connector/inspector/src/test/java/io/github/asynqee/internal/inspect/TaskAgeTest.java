package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.inspect.walk.StoredTasks;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.WorkerInfo;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/** The time a task has been in its state, and the conditions of a filter that TaskSearchTest does not have. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestRedis.class)
class TaskAgeTest {

    private static final QueueKeys KEYS = QueueKeys.of("default");
    private static final Instant NOW = StoredTasks.NOW;

    @Parameter
    private TestRedis redis;
    private RedisBroker broker;
    private RedisInspector inspector;
    private Jedis node;

    @BeforeEach
    void connect() {
        redis.clear();
        broker = RedisBroker.connect(RedisConfig.of(redis.url()), ManualClock.startingAt(NOW));
        inspector = new RedisInspector(broker, broker.executor(), broker::close);
        node = redis.at(KEYS.pending());
        StoredTasks.register(redis.at("asynq:queues"), "default");
    }

    @AfterEach
    void disconnect() {
        inspector.close();
    }

    private List<String> found(TaskFilter filter) {
        return inspector.tasks().search(filter, null, 100, Duration.ofSeconds(20)).tasks().stream()
                .map(task -> task.info().id()).toList();
    }

    /** The time of the state of task 3, which is stored with the score of 3 s from now where it has one. */
    private Instant expected(TaskState state) {
        return switch (state) {
            case PENDING -> NOW;
            case ACTIVE -> NOW.minusSeconds(7);
            case RETRY -> NOW.minusSeconds(100);
            case COMPLETED -> NOW.minusSeconds(50);
            default -> NOW.plusSeconds(3);
        };
    }

    @ParameterizedTest
    @EnumSource
    void each_state_has_its_time(TaskState state) {
        new StoredTasks(node, "default").add(state, 4);
        String id = StoredTasks.id(state, 3);
        broker.servers().write(
                new ServerInfo("host", 1, "s1", 10, Map.of("default", 1), false, "active", NOW, 1),
                List.of(new WorkerInfo("host", 1, "s1", id, "email:welcome", new byte[0], "default",
                        NOW.minusSeconds(7), NOW.plusSeconds(60))),
                Duration.ofDays(2));
        if (state == TaskState.COMPLETED) {
            TaskMessage message = TaskMessage.builder("email:welcome", id, "default").build()
                    .completed(NOW.minusSeconds(50));
            node.hset(KEYS.task(id).getBytes(), "msg".getBytes(), message.toBytes());
        }

        InspectedTask task = inspector.tasks().get("default", id);

        Instant since = expected(state);
        assertThat(task.since()).isEqualTo(since);
        assertThat(found(TaskFilter.ALL.withId(id).notAfter(since))).containsExactly(id);
        assertThat(found(TaskFilter.ALL.withId(id).notAfter(since.minusSeconds(1)))).isEmpty();
    }

    @Test
    void a_task_whose_time_is_unknown_has_no_age() {
        new StoredTasks(node, "default").add(TaskState.PENDING, 2);
        node.hdel(KEYS.task("pending-0"), "pending_since");
        node.hset(KEYS.task("pending-1"), "pending_since", "soon");

        assertThat(inspector.tasks().get("default", "pending-0").since()).isNull();
        assertThat(found(TaskFilter.ALL.notAfter(Instant.MAX))).isEmpty();
        assertThat(found(TaskFilter.ALL)).hasSize(2);
    }

    @Test
    void by_exact_type_retries_and_group() {
        new StoredTasks(node, "default").types(i -> i == 0 ? "email" : i == 1 ? "Email" : "email:welcome")
                .add(TaskState.RETRY, 3);
        new StoredTasks(node, "default").add(TaskState.AGGREGATING, 1);

        assertThat(found(TaskFilter.ALL.withExactType("email"))).containsExactly("retry-0");
        assertThat(found(TaskFilter.ALL.withMinRetried(1))).containsExactly("retry-0", "retry-1", "retry-2");
        assertThat(found(TaskFilter.ALL.withMinRetried(2))).isEmpty();
        assertThat(found(TaskFilter.ALL.inGroup(StoredTasks.GROUP))).containsExactly("aggregating-0");
        assertThat(found(TaskFilter.ALL.inGroup("user"))).isEmpty();
    }
}
