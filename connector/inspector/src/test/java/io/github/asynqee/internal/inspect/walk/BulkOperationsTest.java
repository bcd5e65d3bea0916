package io.github.asynqee.internal.inspect.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.BulkOperations.TaskCount;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.BulkPage.BulkResult;
import io.github.asynqee.inspect.BulkPage.BulkResult.Outcome;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.TaskStateException;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import redis.clients.jedis.Jedis;

/** What bulk changes do with each state, and which steps they take. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestRedis.class)
class BulkOperationsTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final List<String> QUEUES = TestRedis.queues().toList();

    @Parameter
    private TestRedis redis;
    private final ManualClock clock = ManualClock.startingAt(StoredTasks.NOW);
    private RedisBroker broker;
    private RedisInspector inspector;
    private BulkOperations bulk;

    @BeforeEach
    void connect() {
        redis.clear();
        broker = RedisBroker.connect(RedisConfig.of(redis.url()), clock);
        inspector = new RedisInspector(broker, broker.executor(), broker::close);
        bulk = inspector.bulk();
    }

    @AfterEach
    void disconnect() {
        inspector.close();
    }

    private StoredTasks tasks(String queue) {
        Jedis queues = redis.at("asynq:queues");
        StoredTasks.register(queues, queue);
        return new StoredTasks(redis.at(QueueKeys.of(queue).pending()), queue);
    }

    /** Tasks of all states in all queues. */
    private void fill(int ofEach) {
        redis.clear();
        for (String queue : QUEUES) {
            Stream.of(TaskState.values()).forEach(state -> tasks(queue).add(state, ofEach));
        }
    }

    private List<BulkResult> all(BulkAction action, TaskFilter filter, int limit) {
        List<BulkResult> results = new ArrayList<>();
        String next = null;
        do {
            BulkPage page = bulk.change(action, filter, next, limit, LONG);
            assertThat(page.results()).hasSizeLessThanOrEqualTo(limit);
            results.addAll(page.results());
            next = page.next();
        } while (next != null);
        return results;
    }

    /** Changes each task with the operation for a single task; returns the IDs of changed tasks. */
    private Set<String> oneByOne(BulkAction action, int ofEach) {
        Set<String> changed = new TreeSet<>();
        for (String queue : QUEUES) {
            for (TaskState state : order(action)) {
                // the newest one first, as the walk goes through a list
                List<String> ids = new ArrayList<>(StoredTasks.ids(state, ofEach));
                if (state == TaskState.PENDING) {
                    java.util.Collections.reverse(ids);
                }
                for (String id : ids) {
                    try {
                        change(action, queue, id);
                        changed.add(queue + " " + id);
                    } catch (TaskStateException e) {
                        // is skipped by the bulk change
                    }
                }
            }
        }
        return changed;
    }

    private static List<TaskState> order(BulkAction action) {
        TaskState first = action == BulkAction.RUN ? TaskState.PENDING : TaskState.ARCHIVED;
        return Stream.concat(Stream.of(first), Stream.of(TaskState.values()).filter(state -> state != first)).toList();
    }

    private void change(BulkAction action, String queue, String id) {
        switch (action) {
            case RUN -> inspector.changes().run(queue, id);
            case ARCHIVE -> inspector.changes().archive(queue, id);
            case RESTORE -> inspector.changes().restore(queue, id);
            case DELETE -> inspector.changes().delete(queue, id);
            case CANCEL -> {
                if (inspector.tasks().get(queue, id).info().state() != TaskState.ACTIVE) {
                    throw new TaskStateException("not active");
                }
            }
        }
    }

    private static Set<String> names(List<BulkResult> results, Outcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome)
                .map(result -> result.queue() + " " + result.id()).collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "RESTORE")
    void each_state_is_changed_as_by_the_operation_for_one_task(BulkAction action) {
        fill(5);
        Set<String> expected = oneByOne(action, 5);
        KeySpace after = KeySpace.dump(redis);
        fill(5);

        List<BulkResult> results = all(action, TaskFilter.ALL, 3);

        assertThat(expected).isNotEmpty();
        assertThat(names(results, Outcome.CHANGED)).isEqualTo(expected);
        assertThat(names(results, Outcome.FAILED)).isEmpty();
        assertThat(results).hasSize(QUEUES.size() * TaskState.values().length * 5)
                .allSatisfy(result -> assertThat(result.reason().isEmpty())
                        .isEqualTo(result.outcome() == Outcome.CHANGED));
        KeySpace.dump(redis).assertSameAs(after);
    }

    @Test
    void unique_locks_of_deleted_tasks_are_released_but_not_those_of_others() {
        tasks("default").add(TaskState.SCHEDULED, 2);
        QueueKeys keys = QueueKeys.of("default");
        Jedis node = redis.at(keys.pending());
        for (int i = 0; i < 2; i++) {
            node.hset(keys.task(StoredTasks.id(TaskState.SCHEDULED, i)), "unique_key", keys.prefix() + "unique:" + i);
        }
        node.set(keys.prefix() + "unique:0", StoredTasks.id(TaskState.SCHEDULED, 0));
        node.set(keys.prefix() + "unique:1", "other");

        all(BulkAction.DELETE, TaskFilter.ALL, 10);

        assertThat(node.exists(keys.prefix() + "unique:0")).isFalse();
        assertThat(node.get(keys.prefix() + "unique:1")).isEqualTo("other");
    }

    @Test
    void only_matching_tasks_are_changed_and_the_preview_counts_them() {
        fill(250);
        TaskFilter filter = TaskFilter.ALL.inQueues("low", "critical").inStates(TaskState.PENDING, TaskState.RETRY)
                .withId("7");

        long matching = 0;
        long examined = 0;
        List<InspectedTask> sample = new ArrayList<>();
        String next = null;
        do {
            TaskCount count = bulk.count(filter, next, Duration.ZERO);
            matching += count.matching();
            examined += count.examined();
            sample.addAll(count.sample());
            next = count.next();
        } while (next != null);
        List<BulkResult> results = all(BulkAction.DELETE, filter, 10_000);

        long expected = StoredTasks.ids(TaskState.PENDING, 250).stream().filter(id -> id.contains("7")).count() * 4;
        assertThat(matching).isEqualTo(expected);
        assertThat(examined).isEqualTo(1_000);
        assertThat(sample).hasSizeGreaterThan(10).allSatisfy(task -> assertThat(task.info().id()).contains("7"));
        assertThat(names(results, Outcome.CHANGED)).hasSize((int) expected);
        assertThat(inspector.queues().info("low").pending()).isEqualTo(250 - (int) expected / 4);
        assertThat(inspector.queues().info("default").pending()).isEqualTo(250);
        assertThat(inspector.queues().info("low").scheduled()).isEqualTo(250);
    }

    @Test
    void a_limit_or_a_budget_ends_a_step_early_and_the_next_one_goes_on() {
        tasks("default").add(TaskState.ARCHIVED, 450);

        BulkPage first = bulk.change(BulkAction.DELETE, TaskFilter.ALL, null, 7, LONG);
        BulkPage second = bulk.change(BulkAction.DELETE, TaskFilter.ALL, first.next(), 10_000, Duration.ZERO);
        BulkPage third = bulk.change(BulkAction.DELETE, TaskFilter.ALL, second.next(), 10_000, LONG);

        assertThat(first.results()).hasSize(7);
        assertThat(first.examined()).isEqualTo(7);
        assertThat(second.results()).hasSize(TaskPages.SIZE);
        assertThat(third.results()).hasSize(450 - 7 - TaskPages.SIZE);
        assertThat(third.next()).isNull();
    }

    @Test
    void a_task_that_has_lost_its_hash_can_only_be_deleted() {
        QueueKeys keys = QueueKeys.of("default");
        tasks("default").add(TaskState.ARCHIVED, 1);
        redis.at(keys.pending()).zadd(keys.archived(), 5, "lost");

        assertThat(all(BulkAction.RUN, TaskFilter.ALL, 10)).anySatisfy(result -> {
            assertThat(result.id()).isEqualTo("lost");
            assertThat(result.outcome()).isEqualTo(Outcome.SKIPPED);
            assertThat(result.reason()).contains("message");
        });
        assertThat(names(all(BulkAction.DELETE, TaskFilter.ALL.inStates(TaskState.ARCHIVED), 10), Outcome.CHANGED))
                .containsExactly("default lost");
        assertThat(redis.at(keys.pending()).exists(keys.archived())).isFalse();
    }

    @Test
    void what_redis_refuses_has_failed_and_is_as_it_was() {
        QueueKeys keys = QueueKeys.of("default");
        tasks("default").add(TaskState.RETRY, 3);
        redis.at(keys.pending()).set(keys.pending(), "no list");
        KeySpace before = KeySpace.dump(redis);

        List<BulkResult> results = all(BulkAction.RUN, TaskFilter.ALL.inStates(TaskState.RETRY), 10);

        assertThat(results).hasSize(3).allSatisfy(result -> {
            assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(result.reason()).contains("WRONGTYPE");
        });
        KeySpace.dump(redis).assertSameAs(before);
    }

    @Test
    void cursors_of_other_runs_are_refused() {
        tasks("default").add(TaskState.ARCHIVED, 20);
        TaskFilter filter = TaskFilter.ALL.withType("email:").notAfter(StoredTasks.NOW.plusSeconds(1_000));
        String next = bulk.change(BulkAction.RUN, filter, null, 5, LONG).next();

        assertThatThrownBy(() -> bulk.change(BulkAction.DELETE, filter, next, 5, LONG))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("another action or filter");
        assertThatThrownBy(() -> bulk.change(BulkAction.RUN, filter.withId("x"), next, 5, LONG))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("another action or filter");
        assertThatThrownBy(() -> bulk.count(filter, next, LONG)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bulk.change(BulkAction.RUN, filter, "nonsense!", 5, LONG))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("nonsense!");
        assertThat(bulk.change(BulkAction.RUN, filter.notAfter(StoredTasks.NOW.plusSeconds(2_000)), next, 5, LONG)
                .results()).hasSize(5);
        for (int limit : new int[]{ 0, 10_001 }) {
            assertThatThrownBy(() -> bulk.change(BulkAction.RUN, filter, null, limit, LONG))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("" + limit);
        }
    }

    @Test
    void a_run_goes_on_with_the_times_of_its_begin_and_not_without_them() {
        fill(20);
        TaskFilter all = TaskFilter.ALL.inStates(TaskState.PENDING);
        Instant longAgo = Instant.EPOCH;
        String next = bulk.change(BulkAction.DELETE, all.notAfter(longAgo), null, 1_000, Duration.ZERO).next();
        assertThat(next).isNotNull();

        assertThatThrownBy(() -> bulk.change(BulkAction.DELETE, all, next, 1_000, LONG))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("another action or filter");
        assertThatThrownBy(() -> bulk.change(BulkAction.DELETE, all.failedBefore(longAgo), next, 1_000, LONG))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("another action or filter");
        assertThat(bulk.change(BulkAction.DELETE, all.notAfter(Instant.MAX), next, 1_000, LONG).results()).isEmpty();
    }
}
