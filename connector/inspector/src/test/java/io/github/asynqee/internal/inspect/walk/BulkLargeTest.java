package io.github.asynqee.internal.inspect.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.asynqee.TaskState;
import io.github.asynqee.fixtures.CommandTimes;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.BulkPage.BulkResult.Outcome;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/**
 * No call of a bulk change keeps Redis busy for 10 ms, with 1,000,000 tasks in a queue or with 1,000 queues. Redis measures the
 * time of its slow log by the clock: on a busy machine single calls take long though they do little, a few of a hundred. What
 * does too much is slow in more than every tenth call: one LREM in the middle of the list takes 12 ms on an idle machine.
 */
@Tag("thorough")
@EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
class BulkLargeTest {

    private static final QueueKeys KEYS = QueueKeys.of("large");
    private static final int TASKS = Integer.getInteger("bulk.tasks", 1_000_000);
    private static final int QUEUES = 1_000;
    private static final Duration STEP = Duration.ofSeconds(2);
    private static final TaskFilter OTHER = TaskFilter.ALL.withExactType("other");

    private EmbeddedRedis redis;
    private Jedis jedis;
    private Inspector inspector;

    @BeforeEach
    void start() {
        redis = EmbeddedRedis.start();
        jedis = TestRedis.connect(redis);
        inspector = Inspectors.connect(redis.url());
    }

    @AfterEach
    void stop() {
        inspector.close();
        jedis.close();
        redis.close();
    }

    private void watch() {
        jedis.configSet("slowlog-log-slower-than", "10000");
        jedis.configSet("slowlog-max-len", "10000");
        jedis.slowlogReset();
    }

    /** How many calls of each command or script were slow. */
    private Map<String, Long> slow() {
        return jedis.slowlogGet(10_000).stream().collect(Collectors.groupingBy(
                entry -> String.join(" ", entry.getArgs().subList(0, Math.min(2, entry.getArgs().size()))),
                Collectors.counting()));
    }

    @ParameterizedTest
    @EnumSource(names = { "PENDING", "ARCHIVED" })
    void a_tenth_of_a_large_collection_is_deleted_with_a_pause_in_between(TaskState state) {
        StoredTasks.register(jedis, "large");
        new StoredTasks(jedis, "large").types(i -> i % 10 == 0 ? "other" : "email:welcome").add(state, TASKS);
        watch();
        BulkOperations bulk = inspector.bulk();

        long changed = 0;
        String next = null;
        do {
            BulkPage page = bulk.change(BulkAction.DELETE, OTHER, next, 10_000, STEP);
            changed += changed(page);
            next = page.next();
        } while (next != null && changed < TASKS / 20);
        // another inspector continues from the text of the cursor
        assertThat(next).isNotNull();
        try (Inspector another = Inspectors.connect(redis.url())) {
            while (next != null) {
                BulkPage page = another.bulk().change(BulkAction.DELETE, OTHER, next, 10_000, STEP);
                changed += changed(page);
                next = page.next();
            }
        }

        Map<String, Long> slow = slow();
        System.out.println("slow calls of " + TASKS / TaskPages.SIZE + " with tasks " + state + ": " + slow);
        assertThat(changed).isEqualTo(TASKS / 10);
        assertThat(jedis.dbSize()).isEqualTo(TASKS - TASKS / 10 + 2);
        assertThat(state == TaskState.PENDING ? jedis.llen(KEYS.pending()) : jedis.zcard(KEYS.archived()))
                .isEqualTo(TASKS - TASKS / 10);
        assertThat(inspector.tasks().search(OTHER, null, 1, Duration.ofMinutes(2)).tasks()).isEmpty();
        assertThat(slow).as("calls of more than 10 ms")
                .allSatisfy((call, times) -> assertThat(times).as(call).isLessThan(TASKS / TaskPages.SIZE / 10));
    }

    private static long changed(BulkPage page) {
        assertThat(page.results()).allSatisfy(result -> assertThat(result.outcome()).isEqualTo(Outcome.CHANGED));
        return page.results().size();
    }

    @Test
    void each_call_is_short_with_many_queues() {
        List<String> names = IntStream.range(0, QUEUES).mapToObj(i -> String.format("queue-%04d", i)).toList();
        StoredTasks.register(jedis, names.toArray(String[]::new));
        names.forEach(name -> new StoredTasks(jedis, name).add(TaskState.PENDING, 3));
        CommandTimes times = CommandTimes.record(jedis);

        for (int i = 0; i < CommandTimes.CALLS; i++) {
            assertThat(inspector.queues().names()).hasSize(QUEUES);
            assertThat(inspector.queues().info("queue-0500").pending()).isEqualTo(3);
            assertThat(
                    inspector.tasks().search(TaskFilter.ALL.withId("-1"), null, 10_000, Duration.ofMinutes(1)).tasks())
                    .hasSize(QUEUES);
            assertThat(inspector.health().findings()).hasSizeGreaterThan(QUEUES - 1);
            assertThat(inspector.bulk().count(TaskFilter.ALL, null, Duration.ofMinutes(1)).matching())
                    .isEqualTo(3L * QUEUES);
        }

        assertThat(times.quartiles()).hasSizeGreaterThan(10);
        assertThat(times.slowerThan(Duration.ofMillis(10))).isEmpty();
    }
}
