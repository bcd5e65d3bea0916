package io.github.asynqee.testkit.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.Checkpoint;
import io.github.asynqee.RevokeTaskException;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.testkit.WelcomeEmail;
import io.github.asynqee.testkit.junit.AsynqTest;
import io.github.asynqee.testkit.worker.TaskRun.Outcome;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;

@AsynqTest
class TestWorkerTest {

    private final List<String> handled = new ArrayList<>();

    @Test
    void nothing_runs_until_it_is_drained(AsynqForTests asynq) {
        asynq.worker().handle("a", task -> handled.add(task.id()));
        asynq.client().enqueue(Task.of("a", "").id("1"));

        assertThat(handled).isEmpty();
        assertThat(asynq.worker().drain()).extracting(TaskRun::outcome).containsExactly(Outcome.COMPLETED);
        assertThat(handled).containsExactly("1");
        assertThat(asynq.worker().drain()).isEmpty();
    }

    @Test
    void tasks_run_in_their_order(AsynqForTests asynq) {
        asynq.worker().handle("a", task -> handled.add(task.id()));
        List<String> ids = IntStream.range(0, 300).mapToObj(String::valueOf).toList();
        asynq.client().enqueueAll(ids.stream().map(id -> Task.of("a", "").id(id)).toList());

        assertThat(asynq.worker().drain()).hasSize(300);
        assertThat(handled).isEqualTo(ids);
    }

    @Test
    void a_scheduled_task_runs_when_the_clock_is_there(AsynqForTests asynq) {
        asynq.worker().handle("a", task -> handled.add(task.id()));
        asynq.client().enqueue(Task.of("a", "").id("later").processIn(Duration.ofHours(1)));

        asynq.clock().advance(Duration.ofMinutes(59));
        assertThat(asynq.worker().drain()).isEmpty();
        asynq.clock().advance(Duration.ofMinutes(1));
        assertThat(asynq.worker().drain()).hasSize(1);
    }

    @Test
    void a_failed_task_runs_again_when_its_retry_is_due(AsynqForTests asynq) {
        asynq.worker().handle("a", task -> {
            if (task.retried() < 2) {
                throw new IllegalStateException("attempt " + task.retried());
            }
        });
        asynq.client().enqueue(Task.of("a", ""));

        TaskRun first = asynq.worker().drain().get(0);
        assertThat(first.outcome()).isEqualTo(Outcome.RETRIED);
        assertThat(first.error()).hasMessage("attempt 0");
        assertThat(asynq.worker().drain()).isEmpty();
        asynq.clock().set(first.task().nextProcessAt());
        TaskRun second = asynq.worker().drain().get(0);
        assertThat(second.error()).hasMessage("attempt 1");
        asynq.clock().set(second.task().nextProcessAt());
        assertThat(asynq.worker().drain()).extracting(TaskRun::outcome).containsExactly(Outcome.COMPLETED);
    }

    @Test
    void a_long_task_goes_on_at_its_checkpoint(AsynqForTests asynq) {
        List<Integer> begins = new ArrayList<>();
        asynq.worker().onFailure(FailurePolicy.of(RetryDelay.fixed(Duration.ZERO))).handle("a", task -> {
            Checkpoint<Integer> at = task.checkpoint(Integer.class);
            begins.add(at.value());
            if (begins.size() < 3) {
                at.save(begins.size());
                throw new IllegalStateException("not done");
            }
        });
        asynq.client().enqueue(Task.of("a", ""));

        assertThat(asynq.worker().drain()).extracting(TaskRun::outcome).containsExactly(Outcome.RETRIED,
                Outcome.RETRIED, Outcome.COMPLETED);
        assertThat(begins).containsExactly(null, 1, 2);
    }

    @Test
    void retries_without_a_delay_run_at_once(AsynqForTests asynq) {
        asynq.worker().onFailure(FailurePolicy.of(RetryDelay.fixed(Duration.ZERO))).handle("a", task -> {
            throw new IllegalStateException("always");
        });
        asynq.client().enqueue(Task.of("a", "").maxRetry(3));

        assertThat(asynq.worker().drain()).extracting(TaskRun::outcome).containsExactly(Outcome.RETRIED,
                Outcome.RETRIED, Outcome.RETRIED, Outcome.ARCHIVED);
    }

    @Test
    void what_a_handler_enqueues_runs_too(AsynqForTests asynq) {
        asynq.worker().handle("a", task -> asynq.client().enqueue(Task.of("b", "").queue("other")))
                .handle("other", "b", task -> handled.add(task.queue()));
        asynq.client().enqueue(Task.of("a", ""));

        assertThat(asynq.worker().drain()).hasSize(2);
        assertThat(handled).containsExactly("other");
    }

    @Test
    void outcomes_are_those_of_the_exceptions(AsynqForTests asynq) {
        asynq.worker().handle("skip", task -> {
            throw new SkipRetryException("bad address");
        }).handle("revoke", task -> {
            throw new RevokeTaskException("unsubscribed");
        });
        asynq.client().enqueue(Task.of("skip", ""));
        asynq.client().enqueue(Task.of("revoke", ""));

        assertThat(asynq.worker().drain()).extracting(run -> run.task().type() + " " + run.outcome())
                .containsExactlyInAnyOrder("skip ARCHIVED", "revoke REVOKED");
    }

    @Test
    void tasks_without_a_handler_and_of_paused_queues_are_left(AsynqForTests asynq) {
        asynq.worker().handle("a", task -> handled.add(task.id())).handle("slow", "a", task -> handled.add("slow"));
        asynq.client().enqueue(Task.of("other", "").id("left"));
        asynq.client().enqueue(Task.of("a", "").queue("slow").id("paused"));
        asynq.inspector().queues().pause("slow");
        asynq.client().enqueue(Task.of("a", "").id("1"));

        assertThat(asynq.worker().drain()).hasSize(1);
        assertThat(handled).containsExactly("1");
        assertThat(asynq.inspector().tasks().get("default", "left").info().state()).isEqualTo(TaskState.PENDING);
        assertThat(asynq.inspector().tasks().get("slow", "paused").info().state()).isEqualTo(TaskState.PENDING);
    }

    @Test
    void a_failed_assertion_of_a_handler_fails_the_test(AsynqForTests asynq) {
        asynq.worker().handle("a", task -> assertThat(task.text()).isEqualTo("expected"));
        asynq.client().enqueue(Task.of("a", "found"));

        assertThatThrownBy(asynq.worker()::drain).isInstanceOf(AssertionError.class).hasMessageContaining("found");
    }

    @Test
    void a_failed_assertion_is_told_before_tasks_that_do_not_end(AsynqForTests asynq) {
        asynq.worker().handle("a", task -> assertThat(task.text()).isEqualTo("expected")).handle("endless",
                task -> Thread.sleep(60_000));
        asynq.client().enqueue(Task.of("a", "found"));
        asynq.client().enqueue(Task.of("endless", ""));

        assertThatThrownBy(() -> asynq.worker().drain(Duration.ofMillis(300))).hasMessageContaining("found")
                .satisfies(failure -> assertThat(failure.getSuppressed()).singleElement().asString()
                        .contains("active endless"));
    }

    @Test
    void tasks_that_do_not_end_are_named(AsynqForTests asynq) {
        asynq.worker().handle("endless", task -> Thread.sleep(60_000));
        asynq.client().enqueue(Task.of("endless", "").id("e"));

        assertThatThrownBy(() -> asynq.worker().drain(Duration.ofMillis(300))).isInstanceOf(AssertionError.class)
                .hasMessageContaining("active endless \"e\" of queue default");
        assertThat(asynq.inspector().tasks().get("default", "e").info().state()).isEqualTo(TaskState.PENDING);
    }

    @Test
    void payloads_are_objects(AsynqForTests asynq) {
        asynq.worker().handle("mail", task -> {
            handled.add(task.payload(WelcomeEmail.class).to());
            task.writeResult(new WelcomeEmail("result"));
        });
        asynq.client().enqueue(Task.of("mail", new WelcomeEmail("me@example.com")).id("m")
                .retention(Duration.ofHours(1)));

        assertThat(asynq.worker().drain()).hasSize(1);
        assertThat(handled).containsExactly("me@example.com");
        assertThat(asynq.inspector().tasks().get("default", "m").result()).asString().contains("result");
    }

    @Test
    @AsynqTest(now = "2026-01-31T12:00:00Z")
    void the_clock_of_a_test_decides(AsynqForTests asynq) {
        asynq.worker().handle("a", task -> {});
        asynq.client().enqueue(Task.of("a", "").id("1").retention(Duration.ofHours(1)));

        asynq.worker().drain();

        assertThat(asynq.inspector().tasks().get("default", "1").info().completedAt())
                .isEqualTo(Instant.parse("2026-01-31T12:00:00Z"));
    }

    @Test
    void misuse_is_told(AsynqForTests asynq) {
        assertThatThrownBy(asynq.worker()::drain).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no handler");
        asynq.worker().handle("a", task -> asynq.worker().drain());
        assertThatThrownBy(() -> asynq.worker().handle("a", task -> {})).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has a handler for type \"a\" already");
        assertThatThrownBy(() -> asynq.worker().handle("", "a", task -> {}))
                .isInstanceOf(IllegalArgumentException.class);
        asynq.client().enqueue(Task.of("a", ""));
        assertThat(asynq.worker().drain()).singleElement().extracting(TaskRun::error).asString()
                .contains("a handler must not call it");
    }
}
