package io.github.asynqee.console.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScopedInspectorTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final Duration LONG = Duration.ofSeconds(10);

    private final ConsoleRedis all = new ConsoleRedis("default", REDIS.url(), Thread::new);
    private final ConsoleRedis redis = all.within(new QueueScope(List.of("mails", "b-*")));
    private final Inspector inspector = redis.inspector();

    @BeforeEach
    void enqueue() {
        REDIS.clear();
        for (String queue : List.of("a-secret", "b-eu", "mails", "z-secret")) {
            all.client().enqueue(Task.of("t", new byte[0]).queue(queue).id("same"));
            all.client().enqueue(Task.of("t", new byte[0]).queue(queue).id("of-" + queue));
        }
    }

    @AfterEach
    void close() {
        all.close();
    }

    @Test
    void other_queues_do_not_exist() {
        assertThat(inspector.queues()).containsExactly("b-eu", "mails");
        assertThat(inspector.queueInfos(all.inspector().queues())).extracting(QueueInfo::queue)
                .containsExactlyInAnyOrder("b-eu", "mails");
        assertThat(inspector.findings()).allSatisfy(finding -> assertThat(finding.queue()).isIn("b-eu", "mails"));
        assertThat(inspector.find("of-a-secret")).isEmpty();
        assertThat(inspector.find("same").orElseThrow().info().queue()).isEqualTo("b-eu");
        assertThat(inspector.find("none")).isEmpty();
    }

    @Test
    void every_method_that_names_another_queue_is_refused_and_changes_nothing() {
        List<Consumer<Inspector>> calls = List.of(each -> each.queue("z-secret"), each -> each.history("z-secret", 1),
                each -> each.groups("z-secret"), each -> each.task("z-secret", "same"),
                each -> each.tasks("z-secret", TaskState.PENDING, 1, 10),
                each -> each.tasksOfGroup("z-secret", "g", 1, 10), each -> each.runTask("z-secret", "same"),
                each -> each.archiveTask("z-secret", "same"), each -> each.deleteTask("z-secret", "same"),
                each -> each.updatePayload("z-secret", "same", new byte[0]),
                each -> each.runAll("z-secret", TaskState.ARCHIVED), each -> each.runGroup("z-secret", "g"),
                each -> each.archiveAll("z-secret", TaskState.PENDING), each -> each.archiveGroup("z-secret", "g"),
                each -> each.deleteAll("z-secret", TaskState.PENDING), each -> each.deleteGroup("z-secret", "g"),
                each -> each.pause("z-secret"), each -> each.unpause("z-secret"),
                each -> each.removeQueue("z-secret", true), each -> each.clusterSlot("z-secret"),
                each -> each.reschedule("z-secret", "same", Instant.now()),
                each -> each.edit("z-secret", "same", TaskEdit.NONE.maxRetry(1)),
                each -> each.duplicate("z-secret", "same", TaskEdit.NONE),
                each -> each.duplicate("mails", "same", TaskEdit.NONE.queue("z-secret")),
                each -> each.move("z-secret", "same", "mails"), each -> each.move("mails", "same", "z-secret"),
                each -> each.releaseLock("z-secret", "same"), each -> each.repair("z-secret", true),
                each -> each.cancel("of-z-secret"), each -> each.redisInfo(), Inspector::schedulerEntries,
                each -> each.enqueueEvents("none", 1, 1), each -> each.periodic().pause("none"));
        for (Consumer<Inspector> call : calls) {
            assertThatThrownBy(() -> call.accept(inspector)).as("call " + calls.indexOf(call))
                    .isInstanceOf(RuntimeException.class).hasMessageNotContaining("z-secret");
        }
        assertThatThrownBy(() -> redis.enqueue(Task.of("t", new byte[0]).queue("z-secret")))
                .isInstanceOf(ProblemException.class);
        assertThat(all.inspector().queue("z-secret").pending()).isEqualTo(2);
        assertThat(all.inspector().queue("mails").pending()).isEqualTo(2);
        assertThat(all.inspector().queue("z-secret").paused()).isFalse();
    }

    @Test
    void searches_and_bulk_changes_end_at_the_scope() {
        for (TaskFilter filter : List.of(TaskFilter.ALL, TaskFilter.ALL.inQueues("z-secret", "mails", "b-eu"))) {
            assertThat(inspector.search(filter, null, 100, LONG).tasks())
                    .extracting(task -> task.info().queue()).containsOnly("b-eu", "mails");
            assertThat(inspector.bulk().count(filter, null, LONG).matching()).isEqualTo(4);
        }
        TaskFilter other = TaskFilter.ALL.inQueues("z-secret");
        assertThat(inspector.search(other, null, 100, LONG).tasks()).isEmpty();
        assertThat(inspector.bulk().change(BulkAction.DELETE, other, null, 100, LONG).results()).isEmpty();
        assertThat(inspector.errors(other, 10)).isEmpty();

        assertThat(inspector.bulk().change(BulkAction.DELETE, TaskFilter.ALL, null, 100, LONG).results()).hasSize(4);
        assertThat(all.inspector().queue("z-secret").pending()).isEqualTo(2);
        assertThat(all.inspector().queue("mails").pending()).isZero();
    }

    @Test
    void a_thread_without_a_request_has_no_scope_and_one_that_works_for_it_has() {
        assertThatThrownBy(CurrentScope::get).isInstanceOf(IllegalStateException.class);
        CurrentScope.set(redis.scope());
        try {
            assertThat(all.limited(CurrentScope::get)).isEqualTo(redis.scope());
        } finally {
            CurrentScope.clear();
        }
        assertThatThrownBy(() -> all.limited(CurrentScope::get)).isInstanceOf(IllegalStateException.class);
    }
}
