package io.github.asynqee.internal.inspect.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class PendingRemovalTest {

    private static final QueueKeys KEYS = QueueKeys.of("default");
    private static final int ALL = 0;
    private static final int LONG = 130_000;

    private final Jedis redis = TestRedis.SINGLE.nodes().get(0);
    private RedisBroker broker;

    @BeforeEach
    void connect() {
        TestRedis.SINGLE.clear();
        broker = RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()));
    }

    @AfterEach
    void close() {
        broker.close();
    }

    /** The first one is the newest. */
    private List<String> pending(int count, String task) {
        List<String> ids = IntStream.range(0, count).mapToObj(i -> "t" + i).toList();
        for (int from = 0; from < count; from += 10_000) {
            redis.rpush(KEYS.pending(), ids.subList(from, Math.min(from + 10_000, count)).toArray(String[]::new));
        }
        redis.hset(KEYS.task(task), "state", "pending");
        return ids;
    }

    private long prepare(String task) {
        return PendingRemoval.prepare(broker.executor(), KEYS, task, ALL);
    }

    private List<String> list() {
        return redis.lrange(KEYS.pending(), 0, -1);
    }

    @Test
    void in_the_middle_of_a_long_list_a_task_changes_places_with_the_newest() {
        List<String> expected = new ArrayList<>(pending(LONG, "t65000"));
        expected.set(0, "t65000");
        expected.set(65_000, "t0");

        assertThat(prepare("t65000")).isEqualTo(1);

        assertThat(list()).isEqualTo(expected);
    }

    @Test
    void near_an_end_of_a_long_list_a_task_is_searched_from_there() {
        List<String> ids = pending(LONG, "t40000");
        redis.hset(KEYS.task("t90000"), "state", "pending");

        assertThat(prepare("t40000")).isEqualTo(1);
        assertThat(prepare("t90000")).isEqualTo(-1);

        assertThat(list()).isEqualTo(ids);
    }

    @Test
    void a_short_list_and_a_task_that_is_not_pending_are_left_alone() {
        List<String> ids = pending(100, "t50");
        assertThat(prepare("t50")).isEqualTo(ALL);
        assertThat(list()).isEqualTo(ids);

        redis.del(KEYS.pending());
        ids = pending(LONG, "t1");
        redis.hset(KEYS.task("t65000"), "state", "archived");
        assertThat(prepare("t65000")).isEqualTo(ALL);
        assertThat(list()).isEqualTo(ids);
    }
}
