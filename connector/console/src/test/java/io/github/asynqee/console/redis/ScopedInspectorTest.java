package io.github.asynqee.console.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        assertRefused("z-secret");
    }

    /** Queues whose names are those of shards of queues out of the scope, or only look like shards of those within. */
    @ParameterizedTest
    @ValueSource(strings = { "z-secret~1", "mails~64", "mails~0", "mails~01", "mails~1~1", "x-mails~1" })
    void every_method_that_names_a_shard_of_another_queue_is_refused_and_changes_nothing(String name) {
        all.client().enqueue(Task.of("t", new byte[0]).queue(name).id("same"));
        all.client().enqueue(Task.of("t", new byte[0]).queue(name).id("of-" + name));

        assertRefused(name);
        assertThat(inspector.find("of-" + name)).isEmpty();
        assertThat(inspector.search(TaskFilter.ALL.inQueues(name), null, 100, LONG).tasks()).isEmpty();
        assertThat(inspector.bulk().change(BulkAction.DELETE, TaskFilter.ALL.inQueues(name, "mails"), null, 100, LONG)
                .results()).hasSize(2);
        assertThat(all.inspector().queue(name).pending()).isEqualTo(2);
    }

    @Test
    void the_shards_of_a_queue_are_in_its_scope() {
        try (AsynqClient producer = Asynq.connect(REDIS.url(), PayloadEncoder.bytesAndText(), Map.of("b-us", 4))) {
            producer.enqueueAll(IntStream.range(0, 80)
                    .mapToObj(i -> Task.of("t", new byte[0]).queue("b-us").id("shard-" + i)).toList());
        }

        Inspector some = all.within(new QueueScope(List.of("b-us", "mails"))).inspector();
        assertThat(some.queues()).containsExactly("b-us", "mails");
        assertThat(some.shards()).containsOnlyKeys("b-us");
        assertThat(some.queue("b-us").pending()).isEqualTo(80);
        assertThat(some.queue("b-us~3").pending()).isBetween(1, 79);
        TaskFilter filter = TaskFilter.ALL.inQueues("b-us");
        assertThat(some.search(filter, null, 100, LONG).tasks()).hasSize(80);
        for (int i = 0; i < 8; i++) {
            assertThat(some.find("shard-" + i)).isPresent();
            some.move("b-us", "shard-" + i, "mails");
            some.move("mails", "shard-" + i, "b-us");
        }
        assertThat(some.bulk().change(BulkAction.DELETE, filter, null, 100, LONG).results()).hasSize(80);
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
        CurrentScope.set(redis.scope(), "ann");
        try {
            assertThat(all.limited(CurrentScope::get)).isEqualTo(redis.scope());
        } finally {
            CurrentScope.clear();
        }
        assertThatThrownBy(() -> all.limited(CurrentScope::get)).isInstanceOf(IllegalStateException.class);
    }

    private void assertRefused(String other) {
        List<Consumer<Inspector>> calls = List.of(each -> each.queue(other), each -> each.history(other, 1),
                each -> each.groups(other), each -> each.task(other, "same"),
                each -> each.tasks(other, TaskState.PENDING, 1, 10),
                each -> each.tasksOfGroup(other, "g", 1, 10), each -> each.runTask(other, "same"),
                each -> each.archiveTask(other, "same"), each -> each.deleteTask(other, "same"),
                each -> each.updatePayload(other, "same", new byte[0]),
                each -> each.runAll(other, TaskState.ARCHIVED), each -> each.runGroup(other, "g"),
                each -> each.archiveAll(other, TaskState.PENDING), each -> each.archiveGroup(other, "g"),
                each -> each.deleteAll(other, TaskState.PENDING), each -> each.deleteGroup(other, "g"),
                each -> each.pause(other), each -> each.unpause(other),
                each -> each.removeQueue(other, true), each -> each.clusterSlot(other),
                each -> each.reschedule(other, "same", Instant.now()),
                each -> each.edit(other, "same", TaskEdit.NONE.maxRetry(1)),
                each -> each.duplicate(other, "same", TaskEdit.NONE),
                each -> each.duplicate("mails", "same", TaskEdit.NONE.queue(other)),
                each -> each.move(other, "same", "mails"), each -> each.move("mails", "same", other),
                each -> each.releaseLock(other, "same"), each -> each.repair(other, true),
                each -> each.cancel("of-" + other), each -> each.redisInfo(), Inspector::schedulerEntries,
                each -> each.enqueueEvents("none", 1, 1), each -> each.periodic().pause("none"));
        for (Consumer<Inspector> call : calls) {
            assertThatThrownBy(() -> call.accept(inspector)).as("call " + calls.indexOf(call))
                    .isInstanceOf(RuntimeException.class).hasMessageNotContaining(other);
        }
        assertThatThrownBy(() -> redis.enqueue(Task.of("t", new byte[0]).queue(other)))
                .isInstanceOf(ProblemException.class);
        assertThat(all.inspector().queue(other).pending()).isEqualTo(2);
        assertThat(all.inspector().queue("mails").pending()).isEqualTo(2);
        assertThat(all.inspector().queue(other).paused()).isFalse();
    }
}
