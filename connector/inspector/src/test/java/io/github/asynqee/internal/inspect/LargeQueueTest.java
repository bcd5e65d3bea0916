package io.github.asynqee.internal.inspect;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

import io.github.asynqee.TaskState;
import io.github.asynqee.fixtures.CommandTimes;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.Repair;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/** No operation keeps Redis busy for long, however large the queue; Redis' own slow log is the judge. */
@SomeDays(oneIn = 4)
class LargeQueueTest {

    private static final QueueKeys KEYS = QueueKeys.of("large");
    private static final int TASKS = Integer.getInteger("inspect.tasks", 60_000);
    private static final int CHUNK = 5_000;
    private static final Duration LIMIT = Duration.ofMillis(10);

    /** Stores tasks that differ by their ID, the third field of the message. */
    private static final String FILL = """
            for i = tonumber(ARGV[1]), tonumber(ARGV[2]) do
              local id = 't' .. i
              redis.call('HSET', KEYS[1] .. id, 'msg', ARGV[3] .. string.char(#id) .. id .. ARGV[4], 'state', ARGV[5])
              if ARGV[5] == 'pending' then
                redis.call('LPUSH', KEYS[2], id)
              else
                redis.call('ZADD', KEYS[2], 2000000000 + i, id)
              end
            end
            """;

    private EmbeddedRedis redis;
    private Jedis jedis;
    private Inspector inspector;

    @BeforeEach
    void start() {
        redis = EmbeddedRedis.start();
        jedis = new Jedis(redis.host(), redis.port());
        inspector = Inspectors.connect(redis.url());
    }

    @AfterEach
    void stop() {
        inspector.close();
        jedis.close();
        redis.close();
    }

    @Test
    void of_scheduled_tasks() {
        assertNothingIsSlow(TaskState.SCHEDULED, () -> {
            assertThat(inspector.queues().info("large").scheduled()).isEqualTo(TASKS);
            assertThat(inspector.tasks().list("large", TaskState.SCHEDULED, TASKS / 100, 100)).hasSize(100);
            inspector.changes().run("large", "t" + TASKS / 2);
            inspector.changes().delete("large", "t" + TASKS / 3);
            assertThat(inspector.bulk().archiveAll("large", TaskState.SCHEDULED)).isEqualTo(TASKS - 2);
        });
        assertThat(inspector.queues().info("large").archived()).isEqualTo(Math.min(TASKS - 2, 9_999));
    }

    @Test
    void of_pending_tasks() {
        assertNothingIsSlow(TaskState.PENDING, () -> {
            assertThat(inspector.queues().info("large").pending()).isEqualTo(TASKS);
            assertThat(inspector.tasks().list("large", TaskState.PENDING, TASKS / 200, 100)).hasSize(100);
            inspector.changes().archive("large", "t" + TASKS / 2);
            inspector.queues().remove("large", true);
        });
        assertThat(jedis.dbSize()).isZero();
    }

    @Test
    void of_tasks_that_are_run_all_at_once() {
        assertNothingIsSlow(TaskState.RETRY, () -> {
            assertThat(inspector.bulk().runAll("large", TaskState.RETRY)).isEqualTo(TASKS);
            assertThat(inspector.bulk().deleteAll("large", TaskState.PENDING)).isEqualTo(TASKS);
        });
        assertThat(jedis.keys("*")).containsExactly(GlobalKeys.QUEUES);
    }

    @Test
    void of_single_tasks() {
        assertNothingIsSlow(TaskState.PENDING, () -> {
            inspector.changes().reschedule("large", "t" + TASKS / 2, Instant.EPOCH);
            inspector.changes().move("large", "t" + TASKS / 3, "other");
            inspector.changes().edit("large", "t" + TASKS / 4, TaskEdit.NONE.type("note:new"));
            inspector.changes().duplicate("large", "t" + TASKS / 5, TaskEdit.NONE);
            assertThat(inspector.tasks().find("t" + TASKS / 3)).isPresent();
        });
        assertThat(inspector.queues().info("large").size()).isEqualTo(TASKS);
    }

    @ParameterizedTest
    @EnumSource(names = { "PENDING", "SCHEDULED" })
    void of_a_queue_that_is_repaired(TaskState state) {
        jedis.sadd(GlobalKeys.QUEUES, KEYS.queue());
        fill(state);
        jedis.del(KEYS.task("t" + TASKS / 2), KEYS.task("t1"));
        jedis.hset(KEYS.task("lost"), Map.of("msg", "", "state", state.wireName()));
        CommandTimes times = CommandTimes.record(jedis);

        assertThat(inspector.health().repair("large", false)).extracting(Repair::id).containsExactlyInAnyOrder("t1",
                "t" + TASKS / 2, "lost");
        assertThat(inspector.health().repair("large", true)).hasSize(3).allMatch(Repair::applied);
        assertThat(inspector.health().repair("large", true)).isEmpty();

        assertNoneIsSlow(times, 3);
        assertThat(inspector.queues().info("large").size()).isEqualTo(TASKS - 1);
        assertThat(jedis.hget(KEYS.task("lost"), "state")).isEqualTo("archived");
    }

    private void assertNothingIsSlow(TaskState state, Runnable operations) {
        CommandTimes times = CommandTimes.record(jedis);
        for (int i = 0; i < CommandTimes.CALLS; i++) {
            times.pause();
            jedis.flushAll();
            jedis.sadd(GlobalKeys.QUEUES, KEYS.queue());
            fill(state);
            times.resume();
            operations.run();
        }
        assertNoneIsSlow(times, 0);
    }

    /** To read the slow log takes long: it is read once. */
    private static void assertNoneIsSlow(CommandTimes times, int least) {
        assertThat(times.quartiles()).hasSizeGreaterThan(least).allSatisfy(
                (command, time) -> assertThat(time).as(command).isLessThanOrEqualTo(LIMIT));
    }

    private void fill(TaskState state) {
        String id = "t0";
        byte[] message = TaskMessage.builder("email:welcome", id, "large").payload("{}".getBytes()).build().toBytes();
        int at = new String(message, ISO_8859_1).indexOf((char) id.length() + id);
        byte[] before = Arrays.copyOf(message, at);
        byte[] after = Arrays.copyOfRange(message, at + 1 + id.length(), message.length);
        for (int from = 0; from < TASKS; from += CHUNK) {
            jedis.eval(FILL.getBytes(), 2, KEYS.task("").getBytes(), (KEYS.prefix() + state.wireName()).getBytes(),
                    String.valueOf(from).getBytes(), String.valueOf(Math.min(TASKS, from + CHUNK) - 1).getBytes(),
                    before, after, state.wireName().getBytes());
        }
    }
}
