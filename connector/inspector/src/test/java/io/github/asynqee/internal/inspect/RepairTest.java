package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.Repair;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class RepairTest extends InspectorTest {

    private static final String SET = KEYS.aggregationSet("g1", "7837f142-6337-4217-9276-8f27281b67d1");

    /** One damage is reported, repaired as expected, and then gone; the key space is compared as a whole. */
    private void assertRepaired(String code, String id, Runnable damaged, Runnable expected) {
        assertNoEffect(damaged, () -> assertThat(inspector.health().repair("default", false))
                .extracting(Repair::code, Repair::queue, Repair::id, Repair::applied)
                .containsExactly(tuple(code, "default", id, false)));
        assertSameEffect(damaged, expected, () -> assertThat(inspector.health().repair("default", true))
                .extracting(Repair::code, Repair::queue, Repair::id, Repair::applied)
                .containsExactly(tuple(code, "default", id, true)));
        KeySpace repaired = dump();
        assertThat(inspector.health().repair("default", true)).isEmpty();
        dump().assertSameAs(repaired);
    }

    private void archivedWithError(String id) {
        node().zadd(KEYS.archived(), NOW.getEpochSecond(), id);
        node().hset(KEYS.task(id), "state", "archived");
        node().hdel(KEYS.task(id), "pending_since");
        node().hset(KEYS.task(id).getBytes(), "msg".getBytes(), message(id)
                .failed("asynq: repaired: " + reason, NOW, false).toBytes());
    }

    private String reason;

    private TaskMessage message(String id) {
        try {
            return TaskMessage.parse(node().hget(KEYS.task(id).getBytes(), "msg".getBytes()));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void nothing_is_reported_where_all_is_in_order() {
        for (TaskState state : TaskState.values()) {
            given(task(state.name()).unique(Duration.ofHours(1)).type("type:" + state.name()), state);
        }
        given(task("staged").type("staged").group("g2"), TaskState.PENDING);
        node().zunionstore(KEYS.aggregationSet("g2", "x"), KEYS.group("g2"));
        node().del(KEYS.group("g2"));
        node().srem(KEYS.groups(), "g2");
        node().zadd(KEYS.aggregationSets(), NOW.getEpochSecond() + 120, KEYS.aggregationSet("g2", "x"));
        KeySpace before = dump();

        assertThat(inspector.health().repair("default", false)).isEmpty();
        assertThat(inspector.health().repair("default", true)).isEmpty();
        dump().assertSameAs(before);
    }

    @ParameterizedTest
    @EnumSource
    void an_id_without_task_is_removed(TaskState state) {
        assertRepaired("id-without-task", "t1", () -> {
            given(task("t1"), state);
            node().del(KEYS.task("t1"));
        }, () -> {
            node().del(KEYS.lease(), KEYS.group("g1"), KEYS.groups());
            if (state != TaskState.AGGREGATING) {
                node().del(new TaskPlace(KEYS, state, "").key());
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = { "PENDING", "ACTIVE", "SCHEDULED" })
    void a_task_without_message_is_deleted_with_its_lock(TaskState state) {
        assertRepaired("task-without-message", "t1", () -> {
            given(task("t1").unique(Duration.ofHours(1)), state);
            node().hdel(KEYS.task("t1"), "msg");
        }, () -> {
            node().del(node().hget(KEYS.task("t1"), "unique_key"));
            node().del(KEYS.task("t1"), KEYS.lease(), new TaskPlace(KEYS, state, "").key());
        });
    }

    @Test
    void a_hash_that_holds_only_a_result_is_deleted() {
        assertRepaired("task-without-message", "t1", () -> {
            client.enqueue(task("t2"));
            node().hset(KEYS.task("t1"), "result", "42");
        }, () -> node().del(KEYS.task("t1")));
    }

    @Test
    void what_another_client_has_stored_under_the_key_of_a_task_is_left_alone() {
        assertRepaired("id-without-task", "t1", () -> {
            given(task("t1"), TaskState.SCHEDULED);
            node().del(KEYS.task("t1"));
            node().set(KEYS.task("t1"), "foreign");
        }, () -> node().del(KEYS.scheduled()));
    }

    /** The archive script of Go had failed while it deleted old tasks. */
    @Test
    void a_task_whose_state_is_not_that_of_its_collection_gets_that_state() {
        assertRepaired("wrong-state", "t1", () -> {
            given(task("t1"), TaskState.ACTIVE);
            node().del(KEYS.active(), KEYS.lease());
            node().zadd(KEYS.archived(), NOW.getEpochSecond(), "t1");
        }, () -> node().hset(KEYS.task("t1"), "state", "archived"));
    }

    @Test
    void a_task_in_the_active_list_becomes_active_with_a_lease() {
        assertRepaired("wrong-state", "t1", () -> {
            given(task("t1"), TaskState.SCHEDULED);
            node().del(KEYS.scheduled());
            node().lpush(KEYS.active(), "t1");
        }, () -> {
            node().hset(KEYS.task("t1"), "state", "active");
            node().zadd(KEYS.lease(), NOW.getEpochSecond() + 30, "t1");
        });
    }

    @Test
    void a_task_in_a_group_becomes_one_of_the_group() {
        assertRepaired("wrong-state", "t1", () -> {
            given(task("t1"), TaskState.RETRY);
            given(task("t2"), TaskState.AGGREGATING);
            node().del(KEYS.retry());
            node().zadd(KEYS.group("g1"), 7, "t1");
        }, () -> node().hset(KEYS.task("t1"), Map.of("state", "aggregating", "group", "g1")));
    }

    @Test
    void an_id_is_removed_from_all_collections_but_that_of_its_state() {
        assertRepaired("id-in-two-collections", "t1", () -> {
            given(task("t1"), TaskState.RETRY);
            node().zadd(KEYS.scheduled(), 7, "t1");
            node().zadd(KEYS.lease(), 7, "t1");
            node().lpush(KEYS.pending(), "t1");
        }, () -> node().del(KEYS.scheduled(), KEYS.lease(), KEYS.pending()));
    }

    @Test
    void what_is_ambiguous_is_archived() {
        reason = "the state of the task is \"active\", but its ID is in: retry, scheduled; the task is archived";
        assertRepaired("ambiguous-state", "t1", () -> {
            given(task("t1"), TaskState.ACTIVE);
            node().del(KEYS.active(), KEYS.lease());
            node().zadd(KEYS.scheduled(), 7, "t1");
            node().zadd(KEYS.retry(), 7, "t1");
        }, () -> {
            node().del(KEYS.scheduled(), KEYS.retry());
            archivedWithError("t1");
        });
    }

    @Test
    void a_task_that_has_not_succeeded_is_never_completed() {
        reason = "the state of the task is \"active\", but its ID is in: completed; the task is archived";
        assertRepaired("ambiguous-state", "t1", () -> {
            given(task("t1"), TaskState.ACTIVE);
            node().del(KEYS.active(), KEYS.lease());
            node().zadd(KEYS.completed(), 7, "t1");
        }, () -> {
            node().del(KEYS.completed());
            archivedWithError("t1");
        });
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = { "COMPLETED", "ARCHIVED", "AGGREGATING" })
    void a_task_in_no_collection_is_archived(TaskState state) {
        reason = "the task is " + state.wireName()
                + ", but its ID is not in a list or set, so nothing runs or deletes it; the "
                + "task is archived";
        assertRepaired("task-without-collection", "t1", () -> {
            given(task("t1"), state);
            node().del(KEYS.lease(), new TaskPlace(KEYS, state, "").key());
        }, () -> archivedWithError("t1"));
    }

    @Test
    void a_task_that_was_trimmed_from_the_archive_returns_to_it_at_its_old_time() {
        assertRepaired("task-without-collection", "t1", () -> {
            given(task("t1"), TaskState.ARCHIVED);
            node().del(KEYS.archived());
            clock.advance(Duration.ofHours(1));
        }, () -> node().zadd(KEYS.archived(), NOW.getEpochSecond(), "t1"));
    }

    @Test
    void a_completed_task_in_no_collection_is_kept_for_its_retention() {
        assertRepaired("task-without-collection", "t1", () -> {
            given(task("t1"), TaskState.COMPLETED);
            node().del(KEYS.completed());
        }, () -> node().zadd(KEYS.completed(), NOW.getEpochSecond() + 3_600, "t1"));
    }

    @Test
    @SomeDays(oneIn = 3)
    void nothing_is_archived_beyond_the_limit_of_the_archive() {
        assertNoEffect(() -> {
            given(task("t0"), TaskState.PENDING);
            for (int i = 0; i < 9_999; i += 1_111) {
                client.enqueueAll(IntStream.range(i, i + 1_111).mapToObj(n -> task("a" + n)).toList());
            }
            inspector.bulk().archiveAll("default", TaskState.PENDING);
            given(task("t1"), TaskState.PENDING);
            node().del(KEYS.pending());
        }, () -> assertThat(inspector.health().repair("default", true)).singleElement().satisfies(repair -> {
            assertThat(repair.applied()).isFalse();
            assertThat(repair.message()).contains("archive", "full");
        }));
    }

    @Test
    void an_active_task_without_lease_gets_one_and_is_recovered() {
        assertRepaired("active-without-lease", "t1", () -> {
            given(task("t1"), TaskState.ACTIVE);
            node().del(KEYS.lease());
        }, () -> node().zadd(KEYS.lease(), NOW.getEpochSecond() + 30, "t1"));
        clock.advance(Duration.ofSeconds(31));
        assertThat(broker.maintenanceCommands().expiredLeases("default", clock.instant(), 0).leases())
                .extracting(Lease::id).containsExactly("t1");
    }

    @Test
    void a_lease_of_what_is_not_in_the_active_list_brings_it_back_there() {
        assertRepaired("lease-without-active", "t1", () -> {
            given(task("t1"), TaskState.ACTIVE);
            node().del(KEYS.active());
        }, () -> node().lpush(KEYS.active(), "t1"));
    }

    @Test
    void an_active_task_that_cannot_be_decoded_is_archived_when_its_lease_has_expired() {
        Runnable damaged = () -> {
            given(task("t1"), TaskState.ACTIVE);
            node().hset(KEYS.task("t1"), "msg", "not a message");
        };
        damaged.run();
        assertThat(inspector.health().repair("default", true)).isEmpty();
        clock.advance(Duration.ofSeconds(61));

        assertThat(inspector.health().repair("default", true)).extracting(Repair::code)
                .containsExactly("unreadable-message");
        assertThat(inspector.tasks().get("default", "t1").info().payload()).isEqualTo("not a message".getBytes());
        assertThat(inspector.tasks().get("default", "t1").info().state()).isEqualTo(TaskState.ARCHIVED);
        assertThat(node().exists(KEYS.active(), KEYS.lease())).isZero();
        assertThat(inspector.health().repair("default", true)).isEmpty();
    }

    @Test
    void a_queue_that_is_not_registered_is() {
        assertRepaired("queue-not-registered", "", () -> {
            given(task("t1"), TaskState.PENDING);
            redis.at("asynq:queues").srem("asynq:queues", "default");
        }, () -> redis.at("asynq:queues").sadd("asynq:queues", "default"));
        assertThatThrownBy(() -> inspector.health().repair("other", true)).isInstanceOf(QueueNotFoundException.class);
    }

    @Test
    void a_group_that_is_not_listed_is() {
        assertRepaired("group-not-listed", "g1", () -> {
            given(task("t1"), TaskState.AGGREGATING);
            node().del(KEYS.groups());
        }, () -> node().sadd(KEYS.groups(), "g1"));
    }

    @Test
    void an_empty_group_is_no_longer_listed() {
        assertRepaired("empty-group", "g1", () -> {
            given(task("t1"), TaskState.PENDING);
            node().sadd(KEYS.groups(), "g1");
        }, () -> node().del(KEYS.groups()));
    }

    @Test
    void a_staged_set_that_is_not_listed_returns_to_its_group() {
        assertRepaired("set-not-listed", SET, () -> {
            given(task("t1"), TaskState.AGGREGATING);
            node().rename(KEYS.group("g1"), SET);
            node().del(KEYS.groups());
        }, () -> node().zadd(KEYS.aggregationSets(), NOW.getEpochSecond(), SET));
        broker.groupCommands().reclaimStale("default");
        assertThat(inspector.queues().groups("default")).singleElement()
                .satisfies(group -> assertThat(group.size()).isEqualTo(1));
    }

    @Test
    void a_lock_of_a_task_that_is_gone_is_released() {
        String[] lock = new String[1];
        assertRepaired("lock-without-task", KEYS.prefix() + "unique:email:welcome:99914b932bd37a50b983c5e7c90ae93b",
                () -> {
                    given(task("t0").type("other"), TaskState.PENDING);
                    given(task("t1").unique(Duration.ofHours(1)), TaskState.SCHEDULED);
                    lock[0] = node().hget(KEYS.task("t1"), "unique_key");
                    node().del(KEYS.task("t1"), KEYS.scheduled());
                }, () -> node().del(lock[0]));
    }

    @Test
    void a_queue_whose_name_looks_like_a_pattern() {
        client.enqueue(task("t1").queue("q*[a]?"));
        client.enqueue(task("t2").queue("qx"));
        redis.at("asynq:{q*[a]?}:t:t3").hset("asynq:{q*[a]?}:t:t3", "result", "1");

        assertThat(inspector.health().repair("q*[a]?", false)).extracting(Repair::id).containsExactly("t3");
        assertThat(inspector.health().repair("qx", false)).isEmpty();
    }

    /** Workers and clients use the queue during the repair: nothing of it is damaged, so nothing is repaired. */
    @Test
    @Timeout(60)
    @SomeDays(oneIn = 3)
    void what_is_in_use_is_never_taken_for_damaged() {
        int tasks = 2_000;
        Set<String> run = ConcurrentHashMap.newKeySet();
        client.enqueueAll(IntStream.range(0, 100).mapToObj(this::anyTask).toList());
        Thread producer = new Thread(() -> {
            for (int from = 100; from < tasks; from += 20) {
                client.enqueueAll(IntStream.range(from, from + 20).mapToObj(this::anyTask).toList());
            }
        });
        Thread worker = new Thread(() -> {
            while (run.size() < tasks) {
                for (Lease lease : broker.workerCommands().dequeue("default", 7).leases()) {
                    boolean first = run.add(lease.id());
                    settle(lease, first && lease.id().endsWith("3") ? new Outcome.Requeue()
                            : first && lease.id().endsWith("5") ? new Outcome.Retry(NOW, "boom", true)
                                    : new Outcome.Done());
                }
                broker.maintenanceCommands().forward(List.of("default"), 1);
            }
        });
        producer.start();
        worker.start();
        while (worker.isAlive()) {
            assertThat(inspector.health().repair("default", true)).isEmpty();
        }

        assertThat(run).hasSize(tasks);
    }

    private Task<?> anyTask(int i) {
        Task<?> task = Task.of("email:welcome", "{}").id("t" + i);
        return i % 2 == 0 ? task.retention(Duration.ofHours(1)) : task;
    }
}
