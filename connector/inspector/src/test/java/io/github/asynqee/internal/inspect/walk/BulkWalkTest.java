package io.github.asynqee.internal.inspect.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

import io.github.asynqee.TaskState;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.BulkPage.BulkResult;
import io.github.asynqee.inspect.BulkPage.BulkResult.Outcome;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/** A walk visits what stays where it is, though tasks come and go between its steps. */
class BulkWalkTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final QueueKeys KEYS = QueueKeys.of("default");
    private static final int TASKS = 3_000;

    private Jedis jedis;
    private Inspector inspector;

    @BeforeEach
    void connect() {
        TestRedis.SINGLE.clear();
        jedis = TestRedis.SINGLE.nodes().get(0);
        inspector = Inspectors.connect(TestRedis.SINGLE.url());
        StoredTasks.register(jedis, "default");
    }

    @AfterEach
    void disconnect() {
        inspector.close();
    }

    private StoredTasks tasks() {
        return new StoredTasks(jedis, "default");
    }

    /** Continues step by step; something happens after each. */
    private List<BulkResult> walk(BulkAction action, TaskFilter filter, int limit, Runnable between) {
        List<BulkResult> results = new ArrayList<>();
        String next = null;
        int steps = 0;
        do {
            BulkPage page = inspector.bulk().change(action, filter, next, limit, LONG);
            results.addAll(page.results());
            next = page.next();
            between.run();
            assertThat(++steps).as("steps").isLessThan(TASKS);
        } while (next != null);
        return results;
    }

    private static Set<String> ids(List<BulkResult> results) {
        Set<String> ids = new HashSet<>();
        results.forEach(result -> ids.add(result.id()));
        return ids;
    }

    /** What producers, workers and other inspectors do with a pending list. */
    private void disturb(Random random) {
        int n = 1 + random.nextInt(80);
        switch (random.nextInt(5)) {
            case 0 -> jedis.lpush(KEYS.pending(), newIds(random, n));
            case 1 -> jedis.rpop(KEYS.pending(), n);
            case 2 -> {
                String id = jedis.lindex(KEYS.pending(), random.nextInt(TASKS));
                if (id != null) {
                    jedis.lrem(KEYS.pending(), 1, id);
                }
            }
            case 3 -> {
                // a worker takes tasks, and requeues others after some time
                List<String> taken = jedis.rpop(KEYS.pending(), n);
                if (taken != null) {
                    jedis.lpush(KEYS.active(), taken.toArray(String[]::new));
                }
                List<String> requeued = jedis.rpop(KEYS.active(), random.nextInt(n) + 1);
                if (requeued != null) {
                    jedis.rpush(KEYS.pending(), requeued.toArray(String[]::new));
                }
            }
            default -> {
                // nothing happens
            }
        }
    }

    private static String[] newIds(Random random, int n) {
        return random.longs(n).mapToObj(number -> "new-" + number).toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5, 6 })
    @SomeDays(oneIn = 3)
    void pending_tasks_that_stay_are_visited_though_others_come_and_go(long seed) {
        Random random = new Random(seed);
        tasks().add(TaskState.PENDING, TASKS);
        Set<String> stayed = new LinkedHashSet<>(jedis.lrange(KEYS.pending(), 0, -1));

        // pending tasks are skipped, so the results show which tasks were visited
        List<BulkResult> results = walk(BulkAction.RUN, TaskFilter.ALL.inStates(TaskState.PENDING), 100, () -> {
            disturb(random);
            stayed.retainAll(new HashSet<>(jedis.lrange(KEYS.pending(), 0, -1)));
        });

        assertThat(stayed).isNotEmpty();
        assertThat(ids(results)).containsAll(stayed);
        assertThat(results).hasSizeLessThan(TASKS * 5 / 4);
    }

    @Test
    void a_walk_goes_on_where_it_was_after_a_long_pause() {
        tasks().add(TaskState.PENDING, TASKS);
        BulkPage first = inspector.bulk().change(BulkAction.RUN, TaskFilter.ALL, null, 1_000, LONG);
        jedis.lpush(KEYS.pending(), newIds(new Random(1), 25_000));
        jedis.ltrim(KEYS.pending(), 0, -501);

        BulkPage second = inspector.bulk().change(BulkAction.RUN, TaskFilter.ALL, first.next(), 10_000, LONG);

        assertThat(second.next()).isNull();
        assertThat(second.results()).hasSize(1_500);
        assertThat(ids(second.results())).doesNotContainAnyElementsOf(ids(first.results()));
    }

    @Test
    void a_walk_whose_last_tasks_are_all_gone_misses_nothing() {
        tasks().add(TaskState.PENDING, TASKS);
        BulkPage first = inspector.bulk().change(BulkAction.RUN, TaskFilter.ALL, null, 1_000, LONG);
        Pipeline pipeline = jedis.pipelined();
        first.results().subList(500, 1_000).forEach(result -> pipeline.lrem(KEYS.pending(), 1, result.id()));
        pipeline.sync();

        BulkPage second = inspector.bulk().change(BulkAction.RUN, TaskFilter.ALL, first.next(), 10_000, LONG);

        assertThat(ids(second.results())).containsAll(StoredTasks.ids(TaskState.PENDING, 2_000));
        assertThat(second.results()).hasSize(2_000);
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4 })
    void tasks_of_a_zset_that_stay_are_visited_once_though_others_come_and_go(long seed) {
        Random random = new Random(seed);
        // many have the same score, and their IDs differ in length
        tasks().scores(i -> StoredTasks.NOW.getEpochSecond() + i / 700).add(TaskState.ARCHIVED, TASKS);
        Set<String> stayed = new LinkedHashSet<>(jedis.zrange(KEYS.archived(), 0, -1));

        List<BulkResult> results = walk(BulkAction.ARCHIVE, TaskFilter.ALL, 100, () -> {
            jedis.zrem(KEYS.archived(),
                    jedis.zrandmember(KEYS.archived(), 1 + random.nextInt(60)).toArray(String[]::new));
            for (String id : newIds(random, 1 + random.nextInt(10))) {
                jedis.zadd(KEYS.archived(), StoredTasks.NOW.getEpochSecond() + random.nextInt(8), id);
            }
            stayed.retainAll(new HashSet<>(jedis.zrange(KEYS.archived(), 0, -1)));
        });

        assertThat(ids(results)).containsAll(stayed);
        assertThat(ids(results)).hasSameSizeAs(results);
    }

    @Test
    void tasks_that_arrive_behind_the_end_of_a_zset_do_not_keep_a_walk_from_ending() {
        tasks().add(TaskState.ARCHIVED, 500);
        long[] score = { StoredTasks.NOW.getEpochSecond() + 10_000 };

        List<BulkResult> results = walk(BulkAction.ARCHIVE, TaskFilter.ALL, 100, () -> {
            Pipeline pipeline = jedis.pipelined();
            for (int i = 0; i < 150; i++) {
                pipeline.zadd(KEYS.archived(), score[0]++, "new-" + score[0]);
            }
            pipeline.sync();
        });

        assertThat(results).hasSize(500);
    }

    @Test
    void a_zset_with_ids_that_are_no_utf_8_is_walked_to_its_end() {
        for (int i = 0; i < 250; i++) {
            jedis.zadd(KEYS.archived().getBytes(StandardCharsets.UTF_8), 5, new byte[]{ (byte) 0xff, (byte) i });
        }

        assertThat(walk(BulkAction.DELETE, TaskFilter.ALL, 10, () -> {})).hasSize(250);
        assertThat(jedis.exists(KEYS.archived())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = { "RUN", "ARCHIVE", "CANCEL" })
    void no_run_changes_a_task_twice(BulkAction action) {
        tasks().add(TaskState.ARCHIVED, 120);
        tasks().add(TaskState.RETRY, 120);
        tasks().add(TaskState.ACTIVE, 120);
        tasks().add(TaskState.COMPLETED, 120);
        Map<BulkAction, TaskState> target = Map.of(BulkAction.RUN, TaskState.PENDING, BulkAction.ARCHIVE,
                TaskState.ARCHIVED, BulkAction.CANCEL, TaskState.ACTIVE);

        // changed tasks run and fail, so that they are among tasks not visited yet
        List<BulkResult> results = walk(action, TaskFilter.ALL, 50, () -> {
            Set<String> changed = new TreeSet<>();
            jedis.keys(KEYS.taskPrefix() + "*").forEach(key -> {
                if (jedis.hexists(key, "asynqee:bulk")
                        && jedis.hget(key, "state").equals(target.get(action).wireName())) {
                    changed.add(key.substring(KEYS.taskPrefix().length()));
                }
            });
            changed.forEach(id -> {
                jedis.lrem(KEYS.pending(), 0, id);
                jedis.lrem(KEYS.active(), 0, id);
                jedis.zrem(KEYS.archived(), id);
                TaskState again = action == BulkAction.CANCEL ? TaskState.ACTIVE : TaskState.COMPLETED;
                jedis.hset(KEYS.task(id), "state", again.wireName());
                if (again == TaskState.ACTIVE) {
                    jedis.lpush(KEYS.active(), id);
                } else {
                    jedis.zadd(KEYS.completed(), StoredTasks.NOW.getEpochSecond() + 5, id);
                }
            });
        });

        List<String> changed = results.stream().filter(result -> result.outcome() == Outcome.CHANGED)
                .map(BulkResult::id).toList();
        assertThat(changed).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(120);
    }
}
