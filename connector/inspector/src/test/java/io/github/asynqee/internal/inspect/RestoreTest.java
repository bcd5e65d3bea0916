package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.BulkPage.BulkResult;
import io.github.asynqee.inspect.BulkPage.BulkResult.Outcome;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.TaskStateException;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Archived tasks are restored to where they were. */
class RestoreTest extends InspectorTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    /** Pending tasks are created last, because tasks for the other states are taken from the queue. */
    private static final List<TaskState> ARCHIVABLE = List.of(TaskState.RETRY, TaskState.COMPLETED,
            TaskState.SCHEDULED, TaskState.AGGREGATING, TaskState.PENDING);

    private List<BulkResult> all(BulkOperations bulk, BulkAction action, TaskFilter filter, int limit) {
        List<BulkResult> results = new ArrayList<>();
        String next = null;
        do {
            BulkPage page = bulk.change(action, filter, next, limit, LONG);
            results.addAll(page.results());
            next = page.next();
        } while (next != null);
        return results;
    }

    private List<BulkResult> archive(String run) {
        return all(inspector.bulk().asRun(run), BulkAction.ARCHIVE, TaskFilter.ALL, 100);
    }

    private List<BulkResult> restore(String run) {
        return all(inspector.bulk().asRun(run), BulkAction.RESTORE, TaskFilter.ALL.inStates(TaskState.ARCHIVED), 100);
    }

    private String field(String id, String field) {
        return node().hget(KEYS.task(id), field);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = { "ACTIVE", "ARCHIVED" })
    void one_task_is_restored(TaskState state) {
        assertNoEffect(() -> given(task("t1"), state), () -> {
            inspector.changes().archiveRestorable("default", "t1");
            assertThat(inspector.tasks().get("default", "t1").info().state()).isEqualTo(TaskState.ARCHIVED);
            inspector.changes().restore("default", "t1");
            assertThat(field("t1", PrivateFields.ARCHIVED)).isNull();
        });
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = { "ACTIVE", "ARCHIVED" })
    void archiving_is_the_same_with_and_without_a_record(TaskState state) {
        assertSameEffect(() -> given(task("t1"), state), () -> inspector.changes().archive("default", "t1"),
                () -> inspector.changes().archiveRestorable("default", "t1"));
    }

    @Test
    void what_a_run_has_archived_is_restored_to_all_states_and_groups() {
        assertNoEffect(() -> {
            given(task("archived"), TaskState.ARCHIVED);
            given(task("active"), TaskState.ACTIVE);
            for (TaskState state : ARCHIVABLE) {
                IntStream.range(0, 150).forEach(i -> given(task(state + "-" + i), state));
            }
            client.enqueue(task("other").group("g2"));
        }, () -> {
            assertThat(archive("run")).filteredOn(result -> result.outcome() == Outcome.CHANGED)
                    .hasSize(150 * ARCHIVABLE.size() + 1);
            assertThat(node().exists(KEYS.groups())).isFalse();

            assertThat(restore("run")).hasSize(150 * ARCHIVABLE.size() + 1)
                    .allSatisfy(result -> assertThat(result.outcome()).isEqualTo(Outcome.CHANGED));
            // within one second the archive has no order but that of the IDs; a page keeps its own
            List<String> pending = node().lrange(KEYS.pending(), 0, -1);
            assertThat(pending).hasSize(150).doesNotHaveDuplicates();
            IntStream.range(0, 150).forEach(i -> node().lrem(KEYS.pending(), 0, TaskState.PENDING + "-" + i));
            IntStream.range(0, 150).forEach(i -> node().lpush(KEYS.pending(), TaskState.PENDING + "-" + i));
        });
    }

    @Test
    void pending_tasks_go_to_the_tail_in_their_order_and_are_pending_since_now() {
        for (String id : List.of("c", "b", "a")) {
            client.enqueue(task(id));
            clock.advance(Duration.ofSeconds(1));
        }
        archive("run");
        client.enqueue(task("new"));
        clock.advance(Duration.ofSeconds(5));

        restore("run");

        // the next one to run is the last
        assertThat(node().lrange(KEYS.pending(), 0, -1)).containsExactly("a", "b", "c", "new");
        assertThat(inspector.tasks().get("default", "c").since()).isEqualTo(NOW.plusSeconds(8));
    }

    @Test
    void only_tasks_of_the_run_that_are_archived_since_are_restored() {
        for (String id : List.of("mine", "again", "failed", "run", "deleted")) {
            given(task(id), TaskState.RETRY);
        }
        archive("first");
        given(task("other"), TaskState.RETRY);
        archive("second");
        clock.advance(Duration.ofSeconds(1));
        inspector.changes().run("default", "run");
        inspector.changes().delete("default", "deleted");
        inspector.changes().run("default", "again");
        inspector.changes().archive("default", "again");
        // run and archived by a client that does not know the field
        node().zadd(KEYS.archived(), NOW.plusSeconds(1).getEpochSecond(), "failed");

        List<BulkResult> results = restore("first");

        assertThat(results).extracting(BulkResult::id, BulkResult::outcome).containsExactlyInAnyOrder(
                tuple("mine", Outcome.CHANGED),
                tuple("failed", Outcome.SKIPPED));
        assertThat(node().zrange(KEYS.retry(), 0, -1)).containsExactly("mine");
        assertThat(node().zrange(KEYS.archived(), 0, -1)).containsExactlyInAnyOrder("again", "failed", "other");
        assertThat(all(inspector.bulk(), BulkAction.RESTORE, TaskFilter.ALL, 100))
                .filteredOn(result -> result.outcome() == Outcome.CHANGED).extracting(BulkResult::id)
                .containsExactly("other");
        assertThat(restore("first")).extracting(BulkResult::id).containsExactly("failed");
    }

    @Test
    void a_task_that_is_run_loses_the_record() {
        given(task("t1"), TaskState.RETRY);
        archive("run");
        assertThat(field("t1", PrivateFields.ARCHIVED)).isNotNull();

        inspector.changes().run("default", "t1");
        broker.workerCommands().dequeue("default", 1);

        assertThat(field("t1", PrivateFields.ARCHIVED)).isNull();
        assertRefused("t1", "not archived");
    }

    @Test
    void one_task_that_was_not_archived_with_a_record_is_refused() {
        given(task("failed"), TaskState.ARCHIVED);
        given(task("plain"), TaskState.RETRY);
        inspector.changes().archiveRestorable("default", "plain");
        inspector.changes().run("default", "plain");
        inspector.changes().archive("default", "plain");
        given(task("waiting"), TaskState.PENDING);
        KeySpace before = dump();

        assertRefused("failed", "not recorded");
        assertRefused("plain", "not recorded");
        assertRefused("waiting", "not archived");
        dump().assertSameAs(before);
    }

    private void assertRefused(String id, String reason) {
        assertThatThrownBy(() -> inspector.changes().restore("default", id)).isInstanceOf(TaskStateException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void what_redis_refuses_is_as_it_was() {
        IntStream.range(0, 5).forEach(i -> given(task("r" + i), TaskState.RETRY));
        given(task("p"), TaskState.PENDING);
        archive("run");
        node().set(KEYS.pending(), "no list");
        KeySpace before = dump();

        assertThat(restore("run")).hasSize(6).allSatisfy(result -> {
            assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(result.reason()).contains("WRONGTYPE");
        });
        dump().assertSameAs(before);
        node().del(KEYS.pending());
        assertThat(restore("run")).allSatisfy(result -> assertThat(result.outcome()).isEqualTo(Outcome.CHANGED));
        assertThat(node().zcard(KEYS.archived())).isZero();
    }

    @Test
    void a_run_that_begins_again_under_its_name_is_undone_as_a_whole() {
        IntStream.range(0, 20).forEach(i -> given(task("t" + i), TaskState.SCHEDULED));
        BulkOperations run = inspector.bulk().asRun("job");
        // the process dies before it stores the page
        run.change(BulkAction.ARCHIVE, TaskFilter.ALL, null, 7, LONG);
        assertThat(all(run, BulkAction.ARCHIVE, TaskFilter.ALL, 100)).hasSize(13);
        assertThat(node().zcard(KEYS.archived())).isEqualTo(20);

        run.change(BulkAction.RESTORE, TaskFilter.ALL, null, 7, LONG);
        assertThat(restore("job")).hasSize(13);

        assertThat(node().zcard(KEYS.scheduled())).isEqualTo(20);
        assertThat(node().exists(KEYS.archived())).isFalse();
    }

    @Test
    void the_name_of_a_run_is_not_blank() {
        assertThatThrownBy(() -> inspector.bulk().asRun(" ")).isInstanceOf(IllegalArgumentException.class);
    }
}
