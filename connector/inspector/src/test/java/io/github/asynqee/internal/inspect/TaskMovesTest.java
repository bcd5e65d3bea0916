package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.inspect.TaskStateException;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TcpProxy.HeldRequest;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The queues are on different nodes of the cluster. */
class TaskMovesTest extends InspectorTest {

    private static final QueueKeys TARGET = QueueKeys.of("critical");

    private Set<String> keysOf(QueueKeys keys) {
        return dump().ofQueue(keys.queue()).keys();
    }

    private String lock(QueueKeys keys, String id) {
        return node(keys).hget(keys.task(id), "unique_key");
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "ACTIVE")
    void a_moved_task_is_as_if_it_had_always_been_in_the_other_queue(TaskState state) throws Exception {
        given(task("t1").queue("critical"), state);
        KeySpace wanted = dump().ofQueue("critical");
        disconnect();
        connect();
        given(task("t1"), state);

        inspector.changes().move("default", "t1", "critical");

        KeySpace moved = dump().ofQueue("critical");
        String[] counters = wanted.keys().stream().filter(key -> key.matches(".*:(processed|failed).*"))
                .toArray(String[]::new);
        moved.assertSameAs(wanted.without(counters));
        assertThat(keysOf(KEYS)).allMatch(key -> key.matches(".*:(processed|failed).*"));
        assertThat(inspector.queues().names()).containsExactly("critical", "default");
    }

    @Test
    void results_and_fields_of_others_move_with_the_task() {
        given(task("t1"), TaskState.COMPLETED);
        node().hset(KEYS.task("t1"), Map.of("result", "42", "foreign", "x", "asynqee:recoveries", "2"));

        inspector.changes().move("default", "t1", "critical");

        assertThat(node(TARGET).hgetAll(TARGET.task("t1"))).containsEntry("result", "42").containsEntry("foreign", "x")
                .containsEntry("asynqee:recoveries", "2").containsEntry("state", "completed");
    }

    @Test
    void a_moved_pending_task_is_at_the_tail() {
        given(task("t1").queue("critical"), TaskState.PENDING);
        given(task("t2"), TaskState.PENDING);

        inspector.changes().move("default", "t2", "critical");

        assertThat(node(TARGET).lrange(TARGET.pending(), 0, -1)).containsExactly("t2", "t1");
    }

    @Test
    void the_lock_moves_with_the_task() {
        given(task("t1").unique(Duration.ofHours(1)), TaskState.PENDING);
        String old = lock(KEYS, "t1");

        inspector.changes().move("default", "t1", "critical");

        assertThat(node().exists(old)).isFalse();
        assertThat(node(TARGET).get(lock(TARGET, "t1"))).isEqualTo("t1");
        assertThat(node(TARGET).ttl(lock(TARGET, "t1"))).isBetween(3_590L, 3_600L);
        Lease lease = broker.workerCommands().dequeue("critical", 1).leases().get(0);
        settle(lease, new Outcome.Done());
        assertThat(keysOf(TARGET)).noneMatch(key -> key.contains("unique"));
    }

    @Test
    void a_task_moves_without_its_lock_if_another_one_holds_that_in_the_other_queue() {
        given(task("t1").unique(Duration.ofHours(1)), TaskState.PENDING);
        given(task("t2").queue("critical").unique(Duration.ofHours(1)), TaskState.PENDING);

        inspector.changes().move("default", "t1", "critical");

        assertThat(node(TARGET).get(lock(TARGET, "t1"))).isEqualTo("t2");
        inspector.changes().delete("critical", "t1");
        assertThat(node(TARGET).get(lock(TARGET, "t2"))).isEqualTo("t2");
    }

    @Test
    void a_lock_that_the_task_no_longer_holds_stays_with_its_holder() {
        given(task("t1").unique(Duration.ofHours(1)), TaskState.PENDING);
        String old = lock(KEYS, "t1");
        node().set(old, "t2");

        inspector.changes().move("default", "t1", "critical");

        assertThat(node().get(old)).isEqualTo("t2");
        assertThat(keysOf(TARGET)).noneMatch(key -> key.contains("unique"));
    }

    @Test
    void what_is_active_or_not_there_or_in_the_same_queue_is_not_moved() {
        assertNoEffect(() -> given(task("t1"), TaskState.ACTIVE),
                () -> assertThatThrownBy(() -> inspector.changes().move("default", "t1", "critical"))
                        .isInstanceOf(TaskStateException.class).hasMessageEndingWith("it is active"));
        assertThatThrownBy(() -> inspector.changes().move("default", "t2", "critical"))
                .isInstanceOf(TaskNotFoundException.class);
        assertThatThrownBy(() -> inspector.changes().move("default", "t1", "default"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void another_task_with_the_id_in_the_other_queue_is_not_touched() {
        assertNoEffect(() -> {
            given(task("t1"), TaskState.SCHEDULED);
            given(Task.of("note:new", "{}").id("t1").queue("critical"), TaskState.PENDING);
        }, () -> assertThatThrownBy(() -> inspector.changes().move("default", "t1", "critical"))
                .isInstanceOf(TaskStateException.class).hasMessageContaining("another task with this ID"));
    }

    /** Creates the state after a caller died when the task was stored in the other queue. */
    private void halfMoved(TaskState state) {
        given(task("t1"), state);
        String collection = state == TaskState.AGGREGATING ? KEYS.group("g1")
                : new TaskPlace(KEYS, state, "").key();
        byte[] hash = node().dump(KEYS.task("t1"));
        byte[] ids = node().dump(collection);
        inspector.changes().move("default", "t1", "critical");
        node().restore(KEYS.task("t1"), 0, hash);
        node().restore(collection, 0, ids);
        if (state == TaskState.AGGREGATING) {
            node().sadd(KEYS.groups(), "g1");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "ACTIVE")
    void the_same_call_completes_a_move_that_was_interrupted(TaskState state) {
        assertSameEffect(() -> {}, () -> {
            given(task("t1"), state);
            inspector.changes().move("default", "t1", "critical");
        }, () -> {
            halfMoved(state);
            assertThat(node().exists(KEYS.task("t1"))).isTrue();
            assertThat(node(TARGET).exists(TARGET.task("t1"))).isTrue();
            inspector.changes().move("default", "t1", "critical");
        });
    }

    @Test
    void a_move_is_completed_though_the_task_was_run_in_the_other_queue_since() {
        halfMoved(TaskState.PENDING);
        settle(broker.workerCommands().dequeue("critical", 1).leases().get(0),
                new Outcome.Retry(NOW.plusSeconds(9), "boom", true));
        KeySpace target = dump().ofQueue("critical");

        inspector.changes().move("default", "t1", "critical");

        assertThat(keysOf(KEYS)).isEmpty();
        dump().ofQueue("critical").assertSameAs(target);
    }

    @Test
    void a_task_that_is_started_during_the_move_is_taken_back() throws Exception {
        Assumptions.assumeTrue(redis == TestRedis.SINGLE, "the proxy is in front of one server");
        try (TcpProxy proxy = TcpProxy.to(redis.port())) {
            RedisBroker slow = RedisBroker.connect(RedisConfig.of(proxy.url()), clock);
            try {
                RedisInspector mover = new RedisInspector(slow, slow.executor(), () -> {});
                given(task("t1").unique(Duration.ofHours(1)), TaskState.PENDING);
                HeldRequest delete = proxy.holdNext("-- Deletes a task that was moved");
                Throwable[] thrown = new Throwable[1];
                Thread moving = new Thread(() -> thrown[0] = org.assertj.core.api.Assertions
                        .catchThrowable(() -> mover.changes().move("default", "t1", "critical")));
                moving.start();
                delete.arrived().await();
                assertThat(keysOf(TARGET)).contains(TARGET.task("t1"), TARGET.pending());
                Lease lease = broker.workerCommands().dequeue("default", 1).leases().get(0);
                delete.released().countDown();
                moving.join();

                assertThat(thrown[0]).isInstanceOf(TaskStateException.class).hasMessageEndingWith("it is active");
                assertThat(keysOf(TARGET)).isEmpty();
                settle(lease, new Outcome.Revoke());
                assertThat(keysOf(KEYS)).allMatch(key -> key.contains("processed"));
            } finally {
                slow.close();
            }
        }
    }

    /** A worker takes the tasks while they are moved: none is lost. */
    @Test
    void a_worker_that_takes_tasks_while_they_are_moved_loses_none() throws Exception {
        int tasks = 400;
        client.enqueueAll(IntStream.range(0, tasks).mapToObj(i -> task("t" + i)).toList());
        Set<String> run = ConcurrentHashMap.newKeySet();
        Set<String> moved = ConcurrentHashMap.newKeySet();
        Thread worker = new Thread(() -> {
            while (run.size() + moved.size() < tasks) {
                for (Lease lease : broker.workerCommands().dequeue("default", 1).leases()) {
                    run.add(lease.id());
                    settle(lease, new Outcome.Revoke());
                }
            }
        });
        worker.start();
        for (int i = tasks - 1; i >= 0; i--) {
            try {
                inspector.changes().move("default", "t" + i, "critical");
                moved.add("t" + i);
            } catch (TaskStateException | TaskNotFoundException e) {
                continue;
            }
        }
        worker.join(20_000);

        Set<String> there = ConcurrentHashMap.newKeySet();
        inspector.tasks().list("critical", TaskState.PENDING, 1, 1_000).forEach(task -> there.add(task.info().id()));
        assertThat(there).isEqualTo(moved);
        assertThat(keysOf(KEYS)).allMatch(key -> key.contains("processed"));
        assertThat(run.size() + moved.size()).isGreaterThanOrEqualTo(tasks);
    }

    @Test
    void an_edited_task_keeps_the_key_of_its_lock_in_the_other_queue() throws Exception {
        given(task("t1").unique(Duration.ofHours(1)), TaskState.SCHEDULED);
        inspector.changes().edit("default", "t1", TaskEdit.NONE.payload("new".getBytes()));

        inspector.changes().move("default", "t1", "critical");

        TaskMessage message = TaskMessage.parse(node(TARGET).hget(TARGET.task("t1").getBytes(), "msg".getBytes()));
        assertThat(message.uniqueKey()).isEqualTo(lock(TARGET, "t1")).startsWith(TARGET.prefix());
        assertThat(inspector.changes().releaseLock("critical", "t1")).isTrue();
        assertThat(inspector.tasks().find("t1")).hasValueSatisfying(
                task -> assertThat(task.info()).returns("critical", TaskInfo::queue));
    }
}
