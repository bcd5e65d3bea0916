package io.github.asynqee.internal.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.event.TaskArchived;
import io.github.asynqee.event.TaskCompleted;
import io.github.asynqee.event.TaskEnqueued;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.event.TaskFailed;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.event.TaskRecovered;
import io.github.asynqee.event.TaskRequeued;
import io.github.asynqee.event.TaskRetried;
import io.github.asynqee.event.TaskRevoked;
import io.github.asynqee.event.TaskStarted;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;

class TaskEventsTest {

    private static final Instant T0 = Instant.ofEpochSecond(2_000_000_000);
    private static final Duration TOOK = Duration.ofSeconds(3);

    private final List<TaskEvent> told = new ArrayList<>();
    private final TaskEvents events = new TaskEvents(told::add, ManualClock.startingAt(T0));
    private final TaskMessage message = TaskMessage.builder("email:welcome", "t1", "default").maxRetry(3).retried(1)
            .build();

    private TaskInfo only(Class<? extends TaskEvent.OfOne> type) {
        assertThat(told).singleElement().isInstanceOf(type);
        assertThat(told.get(0).at()).isEqualTo(T0);
        return ((TaskEvent.OfOne) told.get(0)).task();
    }

    @Test
    void an_enqueued_task_is_an_event() {
        TaskInfo task = message.toInfo(TaskState.PENDING, T0);

        events.enqueued(task);

        assertThat(only(TaskEnqueued.class)).isSameAs(task);
    }

    @Test
    void a_started_attempt_is_an_event_of_an_active_task() {
        events.started(message);

        TaskInfo task = only(TaskStarted.class);
        assertThat(task.id()).isEqualTo("t1");
        assertThat(task.state()).isEqualTo(TaskState.ACTIVE);
    }

    @Test
    void an_event_to_which_the_listener_does_not_listen_is_not_created() {
        TaskListener listener = new TaskListener() {
            @Override
            public void on(TaskEvent event) {
                told.add(event);
            }

            @Override
            public boolean listensTo(Class<? extends TaskEvent> type) {
                return type == TaskArchived.class;
            }
        };
        TaskEvents some = new TaskEvents(listener, ManualClock.startingAt(T0));

        some.started(message);
        some.failed(message, new Exception("boom"));
        some.written(message, new Outcome.Done(), TOOK);
        some.written(message, new Outcome.Retry(T0, "boom", true), TOOK);
        some.recovered(message, new Outcome.Requeue(), 1);
        some.written(message, new Outcome.Archive("boom"), TOOK);

        only(TaskArchived.class);
    }

    @Test
    void a_listener_that_fails_when_it_is_asked_affects_nothing() {
        TaskListener listener = new TaskListener() {
            @Override
            public void on(TaskEvent event) {
                told.add(event);
            }

            @Override
            public boolean listensTo(Class<? extends TaskEvent> type) {
                throw new IllegalStateException("fails on purpose");
            }
        };

        new TaskEvents(listener, ManualClock.startingAt(T0)).failed(message, new Exception("boom"));

        assertThat(told).isEmpty();
    }

    @Test
    void a_failure_is_an_event_with_its_error() {
        Exception error = new Exception("boom");

        events.failed(message, error);

        TaskInfo task = only(TaskFailed.class);
        assertThat(((TaskFailed) told.get(0)).error()).isSameAs(error);
        assertThat(task.id()).isEqualTo("t1");
        assertThat(task.state()).isEqualTo(TaskState.ACTIVE);
        assertThat(task.retried()).isEqualTo(1);
    }

    @Test
    void a_success_is_an_event_with_its_duration() {
        events.written(message, new Outcome.Done(), TOOK);

        TaskInfo task = only(TaskCompleted.class);
        assertThat(((TaskCompleted) told.get(0)).duration()).isEqualTo(TOOK);
        assertThat(task.state()).isEqualTo(TaskState.COMPLETED);
        assertThat(task.completedAt()).isEqualTo(T0);
    }

    @Test
    void the_event_of_a_retry_has_the_task_as_it_is_stored() {
        events.written(message, new Outcome.Retry(T0.plusMillis(9_999), "bad \uD83D", true), TOOK);

        TaskInfo task = only(TaskRetried.class);
        TaskRetried retried = (TaskRetried) told.get(0);
        assertThat(retried.error()).isEqualTo("bad \uFFFD");
        assertThat(retried.failure()).isTrue();
        assertThat(task.state()).isEqualTo(TaskState.RETRY);
        assertThat(task.retried()).isEqualTo(2);
        assertThat(task.nextProcessAt()).isEqualTo(T0.plusSeconds(9));
        assertThat(task.lastFailedAt()).isEqualTo(T0);
    }

    @Test
    void the_event_of_a_retry_names_one_that_does_not_count() {
        events.written(message, new Outcome.Retry(T0, "busy", false), TOOK);

        assertThat(only(TaskRetried.class).retried()).isEqualTo(1);
        assertThat(((TaskRetried) told.get(0)).failure()).isFalse();
    }

    @Test
    void an_archived_task_is_an_event_with_its_error() {
        events.written(message, new Outcome.Archive("boom"), TOOK);

        assertThat(only(TaskArchived.class).state()).isEqualTo(TaskState.ARCHIVED);
        assertThat(((TaskArchived) told.get(0)).error()).isEqualTo("boom");
    }

    @Test
    void a_revoked_task_is_an_event() {
        events.written(message, new Outcome.Revoke(), TOOK);

        assertThat(only(TaskRevoked.class).id()).isEqualTo("t1");
    }

    @Test
    void a_requeued_task_is_an_event_with_a_pending_task() {
        events.written(message, new Outcome.Requeue(), TOOK);

        assertThat(only(TaskRequeued.class).state()).isEqualTo(TaskState.PENDING);
    }

    @Test
    void the_event_of_a_recovery_precedes_that_of_the_outcome() {
        events.recovered(message, new Outcome.Archive("boom"), 4);

        assertThat(told).satisfiesExactly(recovered -> {
            assertThat(((TaskRecovered) recovered).recoveries()).isEqualTo(4);
            assertThat(((TaskRecovered) recovered).task().state()).isEqualTo(TaskState.ARCHIVED);
        }, archived -> assertThat(archived).isInstanceOf(TaskArchived.class));
    }

    @Test
    void a_listener_that_fails_harms_nothing() {
        AtomicInteger called = new AtomicInteger();
        TaskEvents toBroken = new TaskEvents(event -> {
            if (called.incrementAndGet() == 1) {
                throw new IllegalStateException("defect");
            }
            throw new AssertionError("defect");
        }, ManualClock.startingAt(T0));

        toBroken.failed(message, new Exception());
        toBroken.written(message, new Outcome.Done(), TOOK);

        assertThat(called).hasValue(2);
    }

    @Test
    void without_a_listener_no_event_is_created() {
        AtomicInteger made = new AtomicInteger();

        new TaskEvents(TaskListener.NONE, ManualClock.startingAt(T0)).emit(TaskFailed.class, () -> {
            made.incrementAndGet();
            return null;
        });

        assertThat(made).hasValue(0);
    }
}
