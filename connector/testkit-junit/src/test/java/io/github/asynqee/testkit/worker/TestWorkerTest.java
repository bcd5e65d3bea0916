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
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.testkit.WelcomeEmail;
import io.github.asynqee.testkit.junit.AsynqTest;
import io.github.asynqee.testkit.worker.TaskRun.Outcome;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
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
    void a_result_that_is_null_is_refused_by_name(AsynqForTests asynq) {
        asynq.worker().handle("a", task -> task.writeResult(null));
        asynq.client().enqueue(Task.of("a", "").id("1"));

        assertThat(asynq.worker().drain()).singleElement()
                .satisfies(
                        run -> assertThat(run.error()).isInstanceOf(NullPointerException.class).hasMessage("result"));
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

    private static Task<?> note(String group, String text) {
        return Task.of("note", new WelcomeEmail(text)).id(text).group(group);
    }

    private static GroupConfig groups(String prefix, int maxSize) {
        return new GroupConfig(prefix, Duration.ofSeconds(30), Duration.ofMinutes(10), maxSize);
    }

    private void collect(TestGroup group) {
        handled.add(group.group() + group.payloads(WelcomeEmail.class).stream().map(WelcomeEmail::to).toList());
    }

    @Test
    void a_group_is_handled_when_it_is_due_and_others_are_left(AsynqForTests asynq) {
        asynq.worker().handleGroups("default", groups("user-", 3), this::collect);
        asynq.client().enqueue(note("user-1", "a"));
        asynq.client().enqueue(note("other", "left"));

        assertThat(asynq.worker().drain()).isEmpty();
        asynq.clock().advance(Duration.ofSeconds(29));
        asynq.client().enqueue(note("user-1", "b"));
        assertThat(asynq.worker().drain()).isEmpty();
        asynq.clock().advance(Duration.ofSeconds(30));
        assertThat(asynq.worker().drain()).extracting(TaskRun::outcome).containsExactly(Outcome.COMPLETED,
                Outcome.COMPLETED);
        assertThat(handled).containsExactly("user-1[a, b]");
        asynq.clock().advance(Duration.ofDays(1));
        assertThat(asynq.worker().drain()).isEmpty();
    }

    @Test
    void a_group_that_is_full_is_due_at_once_also_one_that_a_handler_of_the_same_group_fills(AsynqForTests asynq) {
        asynq.worker().handleGroups("default", groups("", 2), group -> {
            collect(group);
            if (handled.size() < 4) {
                asynq.client().enqueue(note(group.group(), "x" + handled.size()));
            }
        });
        List.of("a", "b", "c", "d").forEach(text -> asynq.client().enqueue(note("g", text)));

        assertThat(asynq.worker().drain()).hasSize(6);
        assertThat(handled).containsExactly("g[a, b]", "g[c, d]", "g[x1, x2]");
    }

    @Test
    void the_tasks_of_a_group_that_fails_return_to_it(AsynqForTests asynq) {
        asynq.worker().onFailure(FailurePolicy.of(RetryDelay.fixed(Duration.ofMinutes(1))))
                .handleGroups("default", groups("", 2), group -> {
                    handled.add(group.queue() + group.members().stream().map(TaskInfo::retried).toList());
                    if (handled.size() == 1) {
                        throw new IllegalStateException("mail server is down");
                    }
                });
        asynq.client().enqueue(note("g", "a"));
        asynq.client().enqueue(note("g", "b"));

        assertThat(asynq.worker().drain()).extracting(run -> run.outcome() + " " + run.error().getMessage())
                .containsExactly("RETRIED mail server is down", "RETRIED mail server is down");
        assertThat(asynq.worker().drain()).isEmpty();
        asynq.clock().advance(Duration.ofMinutes(1));
        assertThat(asynq.worker().drain()).extracting(TaskRun::outcome).containsExactly(Outcome.COMPLETED,
                Outcome.COMPLETED);
        assertThat(handled).containsExactly("default[0, 0]", "default[1, 1]");
    }

    @Test
    void a_handler_of_a_group_may_take_its_time_and_fill_another_queue(AsynqForTests asynq) {
        asynq.worker().handleGroups("default", groups("", 1), group -> {
            Thread.sleep(700);
            asynq.client().enqueue(Task.of("digest", "").queue("other"));
        }).handle("other", "digest", task -> handled.add(task.type()));
        asynq.client().enqueue(note("g", "a"));

        assertThat(asynq.worker().drain()).hasSize(2);
        assertThat(handled).containsExactly("digest");
    }

    @Test
    void a_group_that_is_not_handled_in_time_fails_the_test(AsynqForTests asynq) {
        asynq.worker().handleGroups("default", groups("", 1), group -> Thread.sleep(60_000));
        asynq.client().enqueue(note("g", "a"));

        assertThatThrownBy(() -> asynq.worker().drain(Duration.ofMillis(300))).isInstanceOf(AssertionError.class)
                .hasMessageContaining("a group is being handled");
        assertThatThrownBy(() -> asynq.worker().handleGroups("default", groups("", 9), this::collect))
                .hasMessage("queue default already has a handler for all groups");
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
                .hasMessageContaining("already has a handler for type \"a\"");
        assertThatThrownBy(() -> asynq.worker().handle("", "a", task -> {}))
                .isInstanceOf(IllegalArgumentException.class);
        asynq.client().enqueue(Task.of("a", ""));
        assertThat(asynq.worker().drain()).singleElement().extracting(TaskRun::error).asString()
                .contains("handlers must not call it");
    }
}
