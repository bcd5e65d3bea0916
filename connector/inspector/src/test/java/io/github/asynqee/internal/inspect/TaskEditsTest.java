package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.inspect.TaskStateException;
import io.github.asynqee.inspect.Tasks.UniqueLock;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.inspect.task.StateChanges;
import io.github.asynqee.internal.protocol.CheckpointRecord;
import io.github.asynqee.internal.protocol.TaskMessage;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class TaskEditsTest extends InspectorTest {

    private static final Instant LATER = NOW.plusSeconds(7_200);

    private static TaskEdit payload(String text) {
        return TaskEdit.NONE.payload(text.getBytes(StandardCharsets.UTF_8));
    }

    private TaskMessage stored(String id) throws Exception {
        return TaskMessage.parse(node().hget(KEYS.task(id).getBytes(), "msg".getBytes()));
    }

    // ---- reschedule

    @ParameterizedTest
    @EnumSource(names = { "PENDING", "SCHEDULED", "ARCHIVED" })
    void a_rescheduled_task_is_scheduled(TaskState state) {
        String collection = new TaskPlace(KEYS, state, "").key();

        assertSameEffect(() -> given(task("t1"), state), () -> {
            node().del(collection);
            node().zadd(KEYS.scheduled(), LATER.getEpochSecond(), "t1");
            node().hset(KEYS.task("t1"), "state", "scheduled");
            node().hdel(KEYS.task("t1"), "pending_since");
        }, () -> inspector.changes().reschedule("default", "t1", LATER));
    }

    @Test
    void a_task_to_be_retried_stays_so() {
        assertSameEffect(() -> given(task("t1"), TaskState.RETRY),
                () -> node().zadd(KEYS.retry(), LATER.getEpochSecond(), "t1"),
                () -> inspector.changes().reschedule("default", "t1", LATER));
    }

    @Test
    void a_completed_task_is_no_longer_completed() throws Exception {
        given(task("t1"), TaskState.COMPLETED);
        byte[] reopened = stored("t1").notCompleted().toBytes();

        assertSameEffect(() -> given(task("t1"), TaskState.COMPLETED), () -> {
            node().del(KEYS.completed());
            node().zadd(KEYS.scheduled(), LATER.getEpochSecond(), "t1");
            node().hset(KEYS.task("t1").getBytes(), Map.of("msg".getBytes(), reopened,
                    "state".getBytes(), "scheduled".getBytes()));
        }, () -> inspector.changes().reschedule("default", "t1", LATER));
        assertThat(inspector.tasks().get("default", "t1").info().completedAt()).isNull();
    }

    @Test
    void a_completed_task_that_runs_once_more_does_not_continue_at_its_old_cursor() {
        for (TaskState state : List.of(TaskState.COMPLETED, TaskState.ARCHIVED)) {
            given(task(state.name()), state);
            node().hset(KEYS.task(state.name()).getBytes(), CheckpointRecord.FIELD.getBytes(),
                    new CheckpointRecord(0, 5, 5, "5".getBytes()).encode());

            inspector.changes().reschedule("default", state.name(), LATER);
        }

        assertThat(node().hexists(KEYS.task("COMPLETED"), CheckpointRecord.FIELD)).isFalse();
        assertThat(node().hexists(KEYS.task("ARCHIVED"), CheckpointRecord.FIELD)).isTrue();
    }

    @Test
    void a_task_of_a_group_joins_it_again_when_it_is_due() {
        assertSameEffect(() -> {
            given(task("t1"), TaskState.AGGREGATING);
            given(task("t2"), TaskState.AGGREGATING);
            inspector.changes().reschedule("default", "t2", LATER);
        }, () -> {
            node().del(KEYS.groups(), KEYS.group("g1"));
            node().zadd(KEYS.scheduled(), LATER.getEpochSecond(), "t1");
            node().hset(KEYS.task("t1"), "state", "scheduled");
        }, () -> inspector.changes().reschedule("default", "t1", LATER));
        clock.set(LATER);
        broker.maintenanceCommands().forward(List.of("default"), 1);
        assertThat(inspector.tasks().listOfGroup("default", "g1", 1, 10)).extracting(task -> task.info().id())
                .containsExactly("t1", "t2");
    }

    @Test
    void a_time_that_has_passed_means_at_once() {
        given(task("t1"), TaskState.RETRY);
        inspector.changes().reschedule("default", "t1", NOW.minusSeconds(1));

        broker.maintenanceCommands().forward(List.of("default"), 1);

        assertThat(inspector.tasks().get("default", "t1").info().state()).isEqualTo(TaskState.PENDING);
    }

    @Test
    void what_is_active_or_staged_or_not_there_cannot_be_rescheduled() {
        assertNoEffect(() -> given(task("t1"), TaskState.ACTIVE),
                () -> assertThatThrownBy(() -> inspector.changes().reschedule("default", "t1", LATER))
                        .isInstanceOf(TaskStateException.class).hasMessageEndingWith("it is active"));
        assertNoEffect(() -> staged("t1"),
                () -> assertThatThrownBy(() -> inspector.changes().reschedule("default", "t1", LATER))
                        .isInstanceOf(TaskStateException.class).hasMessageContaining("missing in the"));
        assertNoEffect(() -> given(task("t1"), TaskState.PENDING),
                () -> assertThatThrownBy(() -> inspector.changes().reschedule("default", "t2", LATER))
                        .isInstanceOf(TaskNotFoundException.class));
    }

    private void staged(String id) {
        given(task(id), TaskState.AGGREGATING);
        node().rename(KEYS.group("g1"), KEYS.aggregationSet("g1", "set"));
        node().zadd(KEYS.aggregationSets(), NOW.getEpochSecond() + 120, KEYS.aggregationSet("g1", "set"));
        node().del(KEYS.groups());
    }

    // ---- edit

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "ACTIVE")
    void an_edit_replaces_the_message_and_nothing_else(TaskState state) throws Exception {
        given(task("t1"), state);
        byte[] edited = stored("t1").withPayload("new".getBytes()).toBytes();

        assertSameEffect(() -> given(task("t1"), state),
                () -> node().hset(KEYS.task("t1").getBytes(), "msg".getBytes(), edited), () -> {
                    TaskInfo before = inspector.tasks().get("default", "t1").info();
                    TaskInfo after = inspector.changes().edit("default", "t1", payload("new"));
                    assertThat(after).usingRecursiveComparison().ignoringFields("payload").isEqualTo(before);
                    assertThat(after).usingRecursiveComparison()
                            .isEqualTo(inspector.tasks().get("default", "t1").info());
                });
    }

    @Test
    void all_that_can_be_edited() {
        given(task("t1").header("a", "1"), TaskState.SCHEDULED);
        TaskEdit edit = TaskEdit.NONE.type("note:new").payload("p".getBytes()).maxRetry(7)
                .timeout(Duration.ofSeconds(5)).deadline(LATER).retention(Duration.ofDays(1))
                .headers(Map.of("b", "2"));

        inspector.changes().edit("default", "t1", edit);

        assertThat(inspector.tasks().get("default", "t1").info()).usingRecursiveComparison()
                .isEqualTo(new TaskInfo("t1",
                        "default", "note:new", "p".getBytes(), Map.of("b", "2"), TaskState.SCHEDULED, 7, 0, "", null,
                        Duration.ofSeconds(5), Instant.ofEpochSecond(LATER.getEpochSecond()), "", Duration.ofDays(1),
                        Instant.ofEpochSecond(NOW.getEpochSecond() + 600), null));
    }

    private static final Map<String, String> CODED = Map.of("a", "1", "payload-codec", "aes-gcm", "payload-key", "k");

    @Test
    void what_says_how_a_payload_is_coded_stays_as_long_as_the_payload() {
        given(task("t1").headers(CODED), TaskState.SCHEDULED);

        assertThat(inspector.changes().edit("default", "t1", TaskEdit.NONE.headers(Map.of("b", "2"))).headers())
                .isEqualTo(Map.of("b", "2", "payload-codec", "aes-gcm", "payload-key", "k"));
        byte[] stored = inspector.tasks().get("default", "t1").info().payload();
        assertThat(inspector.changes().edit("default", "t1", TaskEdit.NONE.payload(stored)).headers())
                .isEqualTo(Map.of("b", "2", "payload-codec", "aes-gcm", "payload-key", "k"));
    }

    @Test
    void a_duplicate_of_a_coded_task_is_coded_in_the_same_way_unless_its_payload_is_new() {
        given(task("t1").headers(CODED), TaskState.SCHEDULED);

        TaskInfo copy = inspector.changes().duplicate("default", "t1", TaskEdit.NONE.headers(Map.of("b", "2")));

        assertThat(copy.headers()).isEqualTo(Map.of("b", "2", "payload-codec", "aes-gcm", "payload-key", "k"));
    }

    @Test
    void a_new_payload_of_a_compressed_task_is_stored_as_it_is() {
        given(task("t1").headers(Map.of("a", "1", "payload-codec", "deflate")), TaskState.SCHEDULED);

        assertThat(inspector.changes().duplicate("default", "t1", payload("new")).headers())
                .isEqualTo(Map.of("a", "1"));
        inspector.changes().updatePayload("default", "t1", "newer".getBytes());
        assertThat(inspector.tasks().get("default", "t1").info().headers()).isEqualTo(Map.of("a", "1"));
    }

    @Test
    void a_payload_in_plain_takes_the_place_of_no_encrypted_one() {
        for (Map<String, String> headers : List.of(CODED, Map.of("payload-codec", "deflate,aes-gcm"),
                Map.of("payload-codec", "not-known-here"))) {
            given(task("t1").headers(headers), TaskState.SCHEDULED);
            byte[] stored = inspector.tasks().get("default", "t1").info().payload();
            List<ThrowingCallable> changes = List.of(
                    () -> inspector.changes().edit("default", "t1", payload("new")),
                    () -> inspector.changes().edit("default", "t1", payload("new").headers(Map.of())),
                    () -> inspector.changes().duplicate("default", "t1", payload("new")),
                    () -> inspector.changes().updatePayload("default", "t1", "new".getBytes()));

            changes.forEach(change -> assertThatThrownBy(change).isInstanceOf(TaskStateException.class)
                    .hasMessageContaining("t1").hasMessageContaining(headers.get("payload-codec")));
            assertThat(inspector.queues().info("default").scheduled()).isEqualTo(1);
            assertThat(inspector.tasks().get("default", "t1").info().payload()).isEqualTo(stored);
            assertThat(inspector.tasks().get("default", "t1").info().headers()).isEqualTo(headers);
            inspector.changes().delete("default", "t1");
        }
    }

    @Test
    void the_defaults_of_time_limits_apply_as_at_enqueueing() {
        given(task("t1").deadline(LATER), TaskState.SCHEDULED);

        assertThat(inspector.changes().edit("default", "t1", TaskEdit.NONE.deadline(Instant.EPOCH)))
                .returns(null, TaskInfo::deadline).returns(Duration.ofMinutes(30), TaskInfo::timeout);
        assertThat(inspector.changes().edit("default", "t1", TaskEdit.NONE.deadline(LATER).timeout(Duration.ZERO)))
                .returns(Duration.ZERO, TaskInfo::timeout);
        assertThat(inspector.changes().edit("default", "t1", TaskEdit.NONE.maxRetry(-1))).returns(0, TaskInfo::maxRetry)
                .returns(Duration.ZERO, TaskInfo::timeout);
    }

    @Test
    void the_new_retention_of_a_completed_task_counts_from_its_success() {
        given(task("t1"), TaskState.COMPLETED);
        clock.advance(Duration.ofMinutes(10));

        inspector.changes().edit("default", "t1", TaskEdit.NONE.retention(Duration.ofDays(1)));

        assertThat(node().zscore(KEYS.completed(), "t1")).isEqualTo(NOW.getEpochSecond() + 86_400);
        assertThat(inspector.tasks().get("default", "t1").info().retention()).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void a_pending_task_whose_type_changes_moves_to_the_tail() {
        given(task("t1"), TaskState.PENDING);
        given(task("t2"), TaskState.PENDING);

        inspector.changes().edit("default", "t1", payload("new"));
        assertThat(node().lrange(KEYS.pending(), 0, -1)).containsExactly("t2", "t1");
        inspector.changes().edit("default", "t1", TaskEdit.NONE.type("note:new"));
        assertThat(node().lrange(KEYS.pending(), 0, -1)).containsExactly("t1", "t2");
    }

    @Test
    void a_pending_task_whose_version_changes_moves_to_the_tail() {
        given(task("t1"), TaskState.PENDING);
        given(task("t2"), TaskState.PENDING);

        inspector.changes().edit("default", "t1", TaskEdit.NONE.headers(Map.of(Task.VERSION_HEADER, "1")));
        assertThat(node().lrange(KEYS.pending(), 0, -1)).containsExactly("t2", "t1");
        inspector.changes().edit("default", "t1", TaskEdit.NONE.headers(Map.of(Task.VERSION_HEADER, "2")));
        assertThat(node().lrange(KEYS.pending(), 0, -1)).containsExactly("t1", "t2");
    }

    @Test
    void the_unique_lock_stays_as_it_is() {
        given(task("t1").unique(Duration.ofHours(1)), TaskState.SCHEDULED);
        String lock = node().hget(KEYS.task("t1"), "unique_key");

        inspector.changes().edit("default", "t1", payload("new"));

        assertThat(node().get(lock)).isEqualTo("t1");
        inspector.changes().delete("default", "t1");
        assertThat(node().exists(lock)).isFalse();
    }

    @Test
    void what_is_active_or_staged_or_not_there_cannot_be_edited() {
        assertNoEffect(() -> given(task("t1"), TaskState.ACTIVE),
                () -> assertThatThrownBy(() -> inspector.changes().edit("default", "t1", payload("new")))
                        .isInstanceOf(TaskStateException.class).hasMessageEndingWith("it is active"));
        assertNoEffect(() -> staged("t1"),
                () -> assertThatThrownBy(() -> inspector.changes().edit("default", "t1", payload("new")))
                        .isInstanceOf(TaskStateException.class).hasMessageContaining("missing in the"));
        assertThatThrownBy(() -> inspector.changes().edit("default", "t2", payload("new")))
                .isInstanceOf(TaskNotFoundException.class);
        assertThatThrownBy(() -> inspector.changes().edit("default", "t1", TaskEdit.NONE.queue("other")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TaskEdit.NONE.retention(Duration.ofMillis(1)))
                .isInstanceOf(InvalidTaskException.class);
        assertThatThrownBy(() -> TaskEdit.NONE.type(" ")).isInstanceOf(InvalidTaskException.class);
    }

    /** A worker takes the tasks while they are edited: each is run as the edit that succeeded left it. */
    @Test
    void an_edit_and_a_worker_never_both_win() throws Exception {
        int tasks = 400;
        client.enqueueAll(IntStream.range(0, tasks).mapToObj(i -> task("t" + i)).toList());
        Map<String, String> run = new ConcurrentHashMap<>();
        Thread worker = new Thread(() -> {
            while (run.size() < tasks) {
                for (Lease lease : broker.workerCommands().dequeue("default", 1).leases()) {
                    run.put(lease.id(), new String(lease.message().payload(), StandardCharsets.UTF_8));
                    settle(lease, new Outcome.Revoke());
                }
            }
        });
        Set<String> edited = new TreeSet<>();
        worker.start();
        for (int i = 0; i < tasks; i++) {
            try {
                inspector.changes().edit("default", "t" + i, payload("new"));
                edited.add("t" + i);
            } catch (TaskStateException | TaskNotFoundException e) {
                continue;
            }
        }
        worker.join(20_000);

        assertThat(run).hasSize(tasks);
        run.forEach((id, payload) -> assertThat(payload).as(id).isEqualTo(edited.contains(id) ? "new" : "{}"));
        assertThat(dump().ofQueue("default").keys()).allMatch(key -> key.contains("processed"));
    }

    @Test
    void an_edit_of_what_was_changed_since_it_was_read_is_refused() {
        given(task("t1"), TaskState.RETRY);
        byte[] hash = KEYS.task("t1").getBytes();

        Object reply = broker.executor().send(StateChanges
                .change(InspectorScript.EDIT_TASK, KEYS, "t1").arg(1)
                .arg("another message").arg("new").arg("").arg(0));

        assertThat(reply).isEqualTo(List.of(-2L));
        assertThat(node().hget(hash, "msg".getBytes())).isNotEqualTo("new".getBytes());
    }

    // ---- duplicate

    @ParameterizedTest
    @EnumSource
    void a_duplicate_is_a_new_task_with_the_same_content(TaskState state) {
        Task<?> original = task("t1").timeout(Duration.ofSeconds(9)).header("a", "1");
        given(original, state);
        var before = dump();

        TaskInfo copy = inspector.changes().duplicate("default", "t1", TaskEdit.NONE);

        assertThat(copy.id()).matches("[0-9a-f-]{36}");
        assertThat(copy.state()).isEqualTo(state == TaskState.AGGREGATING ? TaskState.AGGREGATING : TaskState.PENDING);
        TaskInfo stored = inspector.tasks().get("default", copy.id()).info();
        assertThat(stored).usingRecursiveComparison()
                .ignoringFields("id", "state", "retried", "lastError", "lastFailedAt", "nextProcessAt", "completedAt")
                .isEqualTo(inspector.tasks().get("default", "t1").info());
        assertThat(stored.retried()).isZero();
        assertThat(stored.completedAt()).isNull();
        inspector.changes().delete("default", copy.id());
        dump().assertSameAs(before);
    }

    @Test
    void a_duplicate_with_changes() {
        given(task("t1").unique(Duration.ofHours(1)), TaskState.PENDING);

        TaskInfo copy = inspector.changes().duplicate("default", "t1",
                payload("new").queue("critical").processAt(LATER).uniqueFor(Duration.ofSeconds(60)));

        TaskInfo stored = inspector.tasks().get("critical", copy.id()).info();
        assertThat(stored.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(stored.nextProcessAt()).isEqualTo(Instant.ofEpochSecond(LATER.getEpochSecond()));
        assertThat(stored.payload()).isEqualTo("new".getBytes());
        assertThat(inspector.changes().releaseLock("critical", copy.id())).isTrue();
    }

    @Test
    void a_duplicate_of_a_unique_task_is_not_unique_unless_that_is_asked_for() {
        given(task("t1").unique(Duration.ofHours(1)), TaskState.PENDING);

        inspector.changes().duplicate("default", "t1", TaskEdit.NONE);

        assertThat(inspector.queues().info("default").pending()).isEqualTo(2);
        assertThatThrownBy(
                () -> inspector.changes().duplicate("default", "t1", TaskEdit.NONE.uniqueFor(Duration.ofHours(1))))
                .isInstanceOf(DuplicateTaskException.class);
    }

    // ---- unique lock

    @Test
    void a_lock_is_released_if_the_task_holds_it() {
        assertSameEffect(() -> given(task("t1").unique(Duration.ofHours(1)), TaskState.ACTIVE),
                () -> node().del(node().hget(KEYS.task("t1"), "unique_key")),
                () -> assertThat(inspector.changes().releaseLock("default", "t1")).isTrue());
        assertThat(inspector.changes().releaseLock("default", "t1")).isFalse();
        client.enqueue(task("t2").unique(Duration.ofHours(1)));
        assertThat(inspector.changes().releaseLock("default", "t1")).as("held by t2").isFalse();
        assertThat(node().get(node().hget(KEYS.task("t2"), "unique_key"))).isEqualTo("t2");
        assertThatThrownBy(() -> inspector.changes().releaseLock("default", "t3"))
                .isInstanceOf(TaskNotFoundException.class);
    }

    @Test
    void a_lock_is_shown_with_whether_the_task_holds_it() {
        given(task("t1").unique(Duration.ofHours(1)), TaskState.PENDING);
        given(task("plain"), TaskState.PENDING);
        String key = node().hget(KEYS.task("t1"), "unique_key");

        assertThat(inspector.tasks().uniqueLock("default", "t1")).hasValue(new UniqueLock(key, true));
        assertThat(inspector.tasks().uniqueLock("default", "plain")).isEmpty();
        node().set(key, "t2");
        assertThat(inspector.tasks().uniqueLock("default", "t1")).hasValue(new UniqueLock(key, false));
        node().del(key);
        assertThat(inspector.tasks().uniqueLock("default", "t1")).hasValue(new UniqueLock(key, false));
        node().sadd(key, "of another type");
        assertThat(inspector.tasks().uniqueLock("default", "t1")).hasValue(new UniqueLock(key, false));
        assertThatThrownBy(() -> inspector.tasks().uniqueLock("default", "t3"))
                .isInstanceOf(TaskNotFoundException.class);
    }

    @Test
    void the_lock_of_a_task_that_go_has_put_into_a_group_is_found_in_its_message() {
        given(task("t1").unique(Duration.ofHours(1)), TaskState.AGGREGATING);
        node().hdel(KEYS.task("t1"), "unique_key");

        assertThat(inspector.changes().releaseLock("default", "t1")).isTrue();
    }

    // ---- find, statistics of several queues

    @Test
    void a_task_is_found_in_the_first_queue_that_has_it() {
        given(task("t1").queue("low"), TaskState.PENDING);
        given(task("t1").queue("critical"), TaskState.ACTIVE);
        given(task("t2"), TaskState.ARCHIVED);

        assertThat(inspector.tasks().find("t1")).hasValueSatisfying(
                task -> assertThat(task.info()).returns("critical", TaskInfo::queue).returns(TaskState.ACTIVE,
                        TaskInfo::state));
        assertThat(inspector.tasks().find("t2")).hasValueSatisfying(
                task -> assertThat(task.info().lastError()).isEqualTo("boom"));
        assertThat(inspector.tasks().find("t3")).isEmpty();
    }

    @Test
    void statistics_of_several_queues_are_those_of_each() {
        for (int i = 0; i < 120; i++) {
            given(task("t1").queue("q" + i), TaskState.PENDING);
            client.enqueue(task("t2").queue("q" + i).group("g" + i % 7));
        }
        given(task("t1").queue("critical"), TaskState.RETRY);
        var names = IntStream.range(0, 120).mapToObj(i -> "q" + i).toList();
        var asked = new ArrayList<>(names);
        asked.add(60, "no such queue");

        assertThat(inspector.queues().infos(asked)).isEqualTo(names.stream().map(inspector.queues()::info).toList());
        assertThat(inspector.queues().infos(List.of("critical"))).singleElement()
                .satisfies(info -> assertThat(info.retry()).isEqualTo(1));
    }
}
