package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.TaskAttempt;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.protocol.AttemptRecord;
import org.junit.jupiter.api.Test;

/** The attempts that are recorded with a task. */
class AttemptsTest extends InspectorTest {

    private static final Outcome.Retry FAILED = new Outcome.Retry(NOW, "boom", true);

    private TaskAttempt attempt(int number, TaskAttempt.Outcome outcome) {
        return new TaskAttempt(number, 1, clock.instant().truncatedTo(java.time.temporal.ChronoUnit.MILLIS),
                clock.instant()
                        .truncatedTo(java.time.temporal.ChronoUnit.MILLIS).plusMillis(5),
                outcome, "host:1:id",
                outcome == TaskAttempt.Outcome.FAILED ? "boom" : null, null);
    }

    private static TaskAttempt gap(int number, int count) {
        return new TaskAttempt(number, count, null, null, TaskAttempt.Outcome.NOT_RECORDED, null, null, null);
    }

    private void settle(Lease lease, Outcome outcome, TaskAttempt attempt, int kept) {
        assertThat(broker.workerCommands()
                .write(List.of(new Settlement(lease, outcome, AttemptRecord.of(attempt, kept)))))
                .containsExactly(new Settlement.Result.Settled());
    }

    private Lease again(String id) {
        clock.advance(Duration.ofSeconds(5));
        if (inspector.tasks().get("default", id).info().state() != TaskState.PENDING) {
            inspector.changes().run("default", id);
        }
        return broker.workerCommands().dequeue("default", 1).leases().get(0);
    }

    @Test
    void each_outcome_that_keeps_the_task_adds_one() {
        TaskAttempt first = attempt(1, TaskAttempt.Outcome.FAILED);
        settle(active(task("t1")), FAILED, first, 10);
        TaskAttempt second = attempt(2, TaskAttempt.Outcome.REQUEUED);
        settle(again("t1"), new Outcome.Requeue(), second, 10);
        TaskAttempt third = attempt(2, TaskAttempt.Outcome.FAILED);
        settle(again("t1"), new Outcome.Archive("boom"), third, 10);
        TaskAttempt last = attempt(2, TaskAttempt.Outcome.COMPLETED);
        settle(again("t1"), new Outcome.Done(), last, 10);

        assertThat(inspector.tasks().attempts("default", "t1")).containsExactly(first, second, third, last);
        assertThat(inspector.tasks().get("default", "t1").info().state()).isEqualTo(TaskState.COMPLETED);
    }

    @Test
    void the_last_ones_are_kept() {
        Lease lease = active(task("t1").maxRetry(30));
        for (int i = 1; i <= 14; i++) {
            settle(lease, FAILED, attempt(i, TaskAttempt.Outcome.FAILED), 10);
            lease = again("t1");
        }

        assertThat(inspector.tasks().attempts("default", "t1")).hasSize(11).startsWith(gap(1, 4)).last()
                .extracting(TaskAttempt::number).isEqualTo(14);
    }

    @Test
    void attempts_of_others_are_gaps() {
        settle(active(task("t1")), FAILED);
        Lease lease = again("t1");
        TaskAttempt second = attempt(2, TaskAttempt.Outcome.FAILED);
        settle(lease, FAILED, second, 10);
        settle(again("t1"), FAILED);
        assertThat(inspector.tasks().attempts("default", "t1")).containsExactly(gap(1, 1), second, gap(3, 1));

        settle(again("t1"), new Outcome.Archive("boom"));
        assertThat(inspector.tasks().attempts("default", "t1")).containsExactly(gap(1, 1), second, gap(3, 2));
    }

    @Test
    void a_task_that_has_not_been_run_has_none() {
        given(task("t1"), TaskState.PENDING);
        assertThat(inspector.tasks().attempts("default", "t1")).isEmpty();
        inspector.changes().archive("default", "t1");

        assertThat(inspector.tasks().attempts("default", "t1")).isEmpty();
        assertThatThrownBy(() -> inspector.tasks().attempts("default", "t2")).isInstanceOf(TaskNotFoundException.class);
    }

    @Test
    void a_lost_lease_records_nothing() {
        Lease lease = active(task("t1"));
        Lease stale = new Lease(lease.message(), 1);

        assertThat(broker.workerCommands().write(List.of(new Settlement(stale, FAILED,
                AttemptRecord.of(attempt(1, TaskAttempt.Outcome.FAILED), 10)))))
                .containsExactly(new Settlement.Result.Lost());

        assertThat(inspector.tasks().attempts("default", "t1")).isEmpty();
    }

    @Test
    void a_value_of_another_client_does_no_harm() {
        Lease lease = active(task("t1"));
        node().hset(KEYS.task("t1"), AttemptRecord.FIELD, "text of another");
        TaskAttempt first = attempt(1, TaskAttempt.Outcome.FAILED);

        settle(lease, FAILED, first, 10);

        assertThat(inspector.tasks().attempts("default", "t1")).hasSize(1);
    }

    @Test
    void a_moved_or_edited_task_keeps_them_and_a_copy_has_none() {
        TaskAttempt first = attempt(1, TaskAttempt.Outcome.FAILED);
        settle(active(task("t1")), FAILED, first, 10);
        inspector.changes().edit("default", "t1", TaskEdit.NONE.payload("[]".getBytes()));
        String copy = inspector.changes().duplicate("default", "t1", TaskEdit.NONE).id();
        assertThat(inspector.tasks().attempts("default", copy)).isEmpty();

        inspector.changes().move("default", "t1", "other");

        assertThat(inspector.tasks().attempts("other", "t1")).containsExactly(first);
    }
}
