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
import io.github.asynqee.inspect.LimitKey;
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
        assertThat(inspector.queues().names()).containsExactly("b-eu", "mails");
        assertThat(inspector.queues().infos(all.inspector().queues().names())).extracting(QueueInfo::queue)
                .containsExactlyInAnyOrder("b-eu", "mails");
        assertThat(inspector.health().findings())
                .allSatisfy(finding -> assertThat(finding.queue()).isIn("b-eu", "mails"));
        assertThat(inspector.tasks().find("of-a-secret")).isEmpty();
        assertThat(inspector.tasks().find("same").orElseThrow().info().queue()).isEqualTo("b-eu");
        assertThat(inspector.tasks().find("none")).isEmpty();
    }

    @Test
    void every_method_that_names_another_queue_is_refused_and_changes_nothing() {
        assertRefused("z-secret");
    }

    /**
     * Queues outside the scope that are shards of outside queues, or that only look like shards of queues in the scope.
     */
    @ParameterizedTest
    @ValueSource(strings = { "z-secret~1", "mails~64", "mails~0", "mails~01", "mails~1~1", "x-mails~1" })
    void every_method_that_names_a_shard_of_another_queue_is_refused_and_changes_nothing(String name) {
        all.client().enqueue(Task.of("t", new byte[0]).queue(name).id("same"));
        all.client().enqueue(Task.of("t", new byte[0]).queue(name).id("of-" + name));

        assertRefused(name);
        assertThat(inspector.tasks().find("of-" + name)).isEmpty();
        assertThat(inspector.tasks().search(TaskFilter.ALL.inQueues(name), null, 100, LONG).tasks()).isEmpty();
        assertThat(inspector.bulk().change(BulkAction.DELETE, TaskFilter.ALL.inQueues(name, "mails"), null, 100, LONG)
                .results()).hasSize(2);
        assertThat(all.inspector().queues().info(name).pending()).isEqualTo(2);
    }

    @Test
    void the_shards_of_a_queue_are_in_its_scope() {
        try (AsynqClient producer = Asynq.connect(REDIS.url(), PayloadEncoder.bytesAndText(), Map.of("b-us", 4))) {
            producer.enqueueAll(IntStream.range(0, 80)
                    .mapToObj(i -> Task.of("t", new byte[0]).queue("b-us").id("shard-" + i)).toList());
        }

        Inspector some = all.within(new QueueScope(List.of("b-us", "mails"))).inspector();
        assertThat(some.queues().names()).containsExactly("b-us", "mails");
        assertThat(some.shards().counts()).containsOnlyKeys("b-us");
        assertThat(some.queues().info("b-us").pending()).isEqualTo(80);
        assertThat(some.queues().info("b-us~3").pending()).isBetween(1, 79);
        TaskFilter filter = TaskFilter.ALL.inQueues("b-us");
        assertThat(some.tasks().search(filter, null, 100, LONG).tasks()).hasSize(80);
        for (int i = 0; i < 8; i++) {
            assertThat(some.tasks().find("shard-" + i)).isPresent();
            some.changes().move("b-us", "shard-" + i, "mails");
            some.changes().move("mails", "shard-" + i, "b-us");
        }
        assertThat(some.bulk().change(BulkAction.DELETE, filter, null, 100, LONG).results()).hasSize(80);
    }

    @Test
    void searches_and_bulk_changes_end_at_the_scope() {
        for (TaskFilter filter : List.of(TaskFilter.ALL, TaskFilter.ALL.inQueues("z-secret", "mails", "b-eu"))) {
            assertThat(inspector.tasks().search(filter, null, 100, LONG).tasks())
                    .extracting(task -> task.info().queue()).containsOnly("b-eu", "mails");
            assertThat(inspector.bulk().count(filter, null, LONG).matching()).isEqualTo(4);
        }
        TaskFilter other = TaskFilter.ALL.inQueues("z-secret");
        assertThat(inspector.tasks().search(other, null, 100, LONG).tasks()).isEmpty();
        assertThat(inspector.bulk().change(BulkAction.DELETE, other, null, 100, LONG).results()).isEmpty();
        assertThat(inspector.tasks().errors(other, 10)).isEmpty();

        assertThat(inspector.bulk().change(BulkAction.DELETE, TaskFilter.ALL, null, 100, LONG).results()).hasSize(4);
        assertThat(all.inspector().queues().info("z-secret").pending()).isEqualTo(2);
        assertThat(all.inspector().queues().info("mails").pending()).isZero();
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
        List<Consumer<Inspector>> calls = List.of(each -> each.queues().info(other),
                each -> each.queues().history(other, 1),
                each -> each.queues().groups(other), each -> each.tasks().get(other, "same"),
                each -> each.tasks().list(other, TaskState.PENDING, 1, 10),
                each -> each.tasks().listOfGroup(other, "g", 1, 10), each -> each.changes().run(other, "same"),
                each -> each.changes().archive(other, "same"), each -> each.changes().delete(other, "same"),
                each -> each.changes().updatePayload(other, "same", new byte[0]),
                each -> each.bulk().runAll(other, TaskState.ARCHIVED), each -> each.bulk().runGroup(other, "g"),
                each -> each.bulk().archiveAll(other, TaskState.PENDING), each -> each.bulk().archiveGroup(other, "g"),
                each -> each.bulk().deleteAll(other, TaskState.PENDING), each -> each.bulk().deleteGroup(other, "g"),
                each -> each.queues().pause(other), each -> each.queues().unpause(other),
                each -> each.queues().resume(other, new LimitKey("limit", "")),
                each -> each.queues().remove(other, true), each -> each.shards().clusterSlot(other),
                each -> each.changes().reschedule(other, "same", Instant.now()),
                each -> each.changes().edit(other, "same", TaskEdit.NONE.maxRetry(1)),
                each -> each.changes().duplicate(other, "same", TaskEdit.NONE),
                each -> each.changes().duplicate("mails", "same", TaskEdit.NONE.queue(other)),
                each -> each.changes().move(other, "same", "mails"),
                each -> each.changes().move("mails", "same", other),
                each -> each.changes().releaseLock(other, "same"), each -> each.health().repair(other, true),
                each -> each.changes().cancel("of-" + other), each -> each.health().redisInfo(),
                each -> each.periodic().schedulerEntries(),
                each -> each.periodic().enqueueEvents("none", 1, 1), each -> each.periodic().pause("none"));
        for (Consumer<Inspector> call : calls) {
            assertThatThrownBy(() -> call.accept(inspector)).as("call " + calls.indexOf(call))
                    .isInstanceOf(RuntimeException.class).hasMessageNotContaining(other);
        }
        assertThatThrownBy(() -> redis.enqueue(Task.of("t", new byte[0]).queue(other)))
                .isInstanceOf(ProblemException.class);
        assertThat(all.inspector().queues().info(other).pending()).isEqualTo(2);
        assertThat(all.inspector().queues().info("mails").pending()).isEqualTo(2);
        assertThat(all.inspector().queues().info(other).paused()).isFalse();
    }
}
