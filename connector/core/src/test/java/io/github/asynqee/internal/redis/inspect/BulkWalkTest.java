package io.github.asynqee.internal.redis.inspect;

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
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.BulkResult;
import io.github.asynqee.inspect.BulkResult.Outcome;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

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
        inspector = Asynq.inspect(TestRedis.SINGLE.url());
        StoredTasks.register(jedis, "default");
    }

    @AfterEach
    void disconnect() {
        inspector.close();
    }

    private StoredTasks tasks() {
        return new StoredTasks(jedis, "default");
    }

    /** Goes on step by step; something happens after each. */
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
    private void disturb(Random random, int most) {
        switch (random.nextInt(5)) {
            case 0 -> repeat(random, most, () -> jedis.lpush(KEYS.pending(), "new-" + random.nextLong()));
            case 1 -> repeat(random, most, () -> jedis.rpop(KEYS.pending()));
            case 2 -> repeat(random, most / 4, () -> {
                String id = jedis.lindex(KEYS.pending(), random.nextInt(TASKS));
                if (id != null) {
                    jedis.lrem(KEYS.pending(), 1, id);
                }
            });
            case 3 -> repeat(random, most / 4, () -> {
                // a worker takes a task and requeues it after some time
                String id = jedis.lmove(KEYS.pending(), KEYS.active(), redis.clients.jedis.args.ListDirection.RIGHT,
                        redis.clients.jedis.args.ListDirection.LEFT);
                if (id != null && jedis.llen(KEYS.active()) > 20) {
                    jedis.lmove(KEYS.active(), KEYS.pending(), redis.clients.jedis.args.ListDirection.RIGHT,
                            redis.clients.jedis.args.ListDirection.RIGHT);
                }
            });
            default -> {
                // nothing happens
            }
        }
    }

    private static void repeat(Random random, int most, Runnable what) {
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            what.run();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
    void pending_tasks_that_stay_are_visited_though_others_come_and_go(long seed) {
        Random random = new Random(seed);
        tasks().add(TaskState.PENDING, TASKS);
        Set<String> stayed = new LinkedHashSet<>(jedis.lrange(KEYS.pending(), 0, -1));

        // what is pending already is skipped: the results show what was visited
        List<BulkResult> results = walk(BulkAction.RUN, TaskFilter.ALL.inStates(TaskState.PENDING), 100, () -> {
            disturb(random, 80);
            stayed.retainAll(jedis.lrange(KEYS.pending(), 0, -1));
        });

        assertThat(stayed).isNotEmpty();
        assertThat(ids(results)).containsAll(stayed);
        assertThat(results).hasSizeLessThan(2 * TASKS);
    }

    @Test
    void a_walk_goes_on_where_it_was_after_a_long_pause() {
        tasks().add(TaskState.PENDING, TASKS);
        BulkPage first = inspector.bulk().change(BulkAction.RUN, TaskFilter.ALL, null, 1_000, LONG);
        for (int i = 0; i < 25_000; i++) {
            jedis.lpush(KEYS.pending(), "new-" + i);
        }
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
        first.results().subList(500, 1_000).forEach(result -> jedis.lrem(KEYS.pending(), 1, result.id()));

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
            for (String id : jedis.zrandmember(KEYS.archived(), random.nextInt(60))) {
                jedis.zrem(KEYS.archived(), id);
            }
            repeat(random, 80, () -> jedis.zadd(KEYS.archived(),
                    StoredTasks.NOW.getEpochSecond() + random.nextInt(8), "new-" + random.nextLong()));
            stayed.retainAll(jedis.zrange(KEYS.archived(), 0, -1));
        });

        assertThat(ids(results)).containsAll(stayed);
        assertThat(ids(results)).hasSameSizeAs(results);
    }

    @Test
    void tasks_that_arrive_behind_the_end_of_a_zset_do_not_keep_a_walk_from_ending() {
        tasks().add(TaskState.ARCHIVED, 500);
        long[] score = { StoredTasks.NOW.getEpochSecond() + 10_000 };

        List<BulkResult> results = walk(BulkAction.ARCHIVE, TaskFilter.ALL, 100, () -> {
            for (int i = 0; i < 150; i++) {
                jedis.zadd(KEYS.archived(), score[0]++, "new-" + score[0]);
            }
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
        tasks().add(TaskState.ARCHIVED, 300);
        tasks().add(TaskState.RETRY, 300);
        tasks().add(TaskState.ACTIVE, 300);
        tasks().add(TaskState.COMPLETED, 300);
        Map<BulkAction, TaskState> target = Map.of(BulkAction.RUN, TaskState.PENDING, BulkAction.ARCHIVE,
                TaskState.ARCHIVED, BulkAction.CANCEL, TaskState.ACTIVE);

        // what was changed runs and fails, and is then among those not visited yet
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
                    jedis.rpush(KEYS.active(), id);
                } else {
                    jedis.zadd(KEYS.completed(), StoredTasks.NOW.getEpochSecond() + 5, id);
                }
            });
        });

        List<String> changed = results.stream().filter(result -> result.outcome() == Outcome.CHANGED)
                .map(BulkResult::id).toList();
        assertThat(changed).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(300);
    }
}
