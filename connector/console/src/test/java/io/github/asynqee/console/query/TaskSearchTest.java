package io.github.asynqee.console.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.query.TaskSearch.Found;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

class TaskSearchTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final int TASKS = 3_000;
    private static final int LIMIT = 20;

    private final ConsoleRedis redis = new ConsoleRedis("default", REDIS.url(), Thread::new);
    private final TaskSearch search = new TaskSearch(redis.inspector());
    private final QueryParser parser = new QueryParser(Clock.systemUTC(), new Masking(List.of()).view());

    /** Few matches first, then many, then few. */
    private void enqueue() {
        REDIS.clear();
        List<Task<byte[]>> tasks = IntStream.range(0, TASKS).mapToObj(i -> Task.of("t",
                ("{\"n\":" + (i >= 1_500 && i < 1_800 || i % 100 == 0 ? 1 : 0) + "}").getBytes(StandardCharsets.UTF_8))
                .queue("q").id("t" + i)).toList();
        assertThat(redis.client().enqueueAll(tasks)).hasSize(TASKS);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @ParameterizedTest
    @ValueSource(strings = { "payload.n:1", "queue:q (payload.n:1 OR id:none)" })
    void finds_each_task_once_in_pages_of_at_most_the_limit(String text) {
        enqueue();
        Query query = parser.parse(text);
        List<String> ids = new ArrayList<>();
        long examined = 0;
        String next = null;
        do {
            Found found = search.search(query, next, LIMIT, Duration.ofSeconds(10));
            assertThat(found.tasks()).hasSizeLessThanOrEqualTo(LIMIT);
            found.tasks().forEach(task -> ids.add(task.info().id()));
            examined += found.examined();
            next = found.next();
        } while (next != null);

        assertThat(ids).hasSize(327).doesNotHaveDuplicates();
        assertThat(examined).isEqualTo(TASKS);
    }

    @Test
    void where_few_tasks_match_the_calls_are_few() {
        enqueue();
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            jedis.configResetStat();

            assertThat(search.search(parser.parse("payload.n:2"), null, LIMIT, Duration.ofSeconds(10)).tasks())
                    .isEmpty();

            // 3,000 tasks with 200 for each call, and some calls that read more than is used
            String stats = jedis.info("commandstats");
            long calls = stats.lines().filter(line -> line.matches("cmdstat_evalsha?:.*"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("^[^=]*=(\\d+).*", "$1"))).sum();
            assertThat(calls).as(stats).isBetween(15L, 40L);
        }
    }

    @Test
    void a_page_that_takes_too_long_ends_after_some_tasks_and_the_next_one_goes_on_there() {
        enqueue();
        List<String> looked = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        Query query = new Query("", TaskFilter.ALL.inQueues("q"), List.of(task -> looked.add(task.info().id())));
        String next = null;
        do {
            Found found = search.search(query, next, 1_000, Duration.ZERO);
            assertThat(found.examined()).isLessThanOrEqualTo(32);
            found.tasks().forEach(task -> ids.add(task.info().id()));
            next = found.next();
        } while (next != null);

        assertThat(ids).hasSize(TASKS).doesNotHaveDuplicates().isEqualTo(looked);
    }

    @Test
    void a_query_that_no_task_can_fulfil_reads_none() {
        enqueue();

        Found found = search.search(parser.parse("queue:q state:retry state:pending"), null, LIMIT,
                Duration.ofSeconds(10));

        assertThat(found).isEqualTo(new Found(List.of(), 0, null));
    }
}
