package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.QueueStateException;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Removal of queues with tasks. */
class QueueRemovalTest extends InspectorTest {

    @ParameterizedTest
    @EnumSource(TaskState.class)
    void only_what_is_forced_deletes_tasks(TaskState state) {
        given(task("t1"), state);
        KeySpace before = dump();

        assertThatThrownBy(() -> inspector.queues().remove("default", false)).isInstanceOf(QueueStateException.class)
                .hasMessageContaining(state == TaskState.ACTIVE ? "active tasks" : "not empty");

        dump().assertSameAs(before);
        if (state != TaskState.ACTIVE) {
            inspector.queues().remove("default", true);
            assertThat(dump().keys()).isEmpty();
        }
    }

    @Test
    void batches_are_removed_with_the_tasks_of_their_queue() {
        for (int i = 0; i < 300; i++) {
            client.batch("b" + i).add(List.of(task("m" + i))).onSuccess(task("callback" + i)).enqueue();
        }

        inspector.queues().remove("default", true);

        assertThat(dump().keys()).isEmpty();
    }

    @Test
    void a_group_that_is_handled_is_refused_as_active_tasks_are() {
        given(task("t1"), TaskState.AGGREGATING);
        clock.advance(Duration.ofMinutes(2));
        assertThat(
                broker.groupCommands().stage("default", "g1", new GroupLimits(0, Duration.ZERO, Duration.ofMinutes(1))))
                .isPresent();
        KeySpace before = dump();

        for (boolean force : List.of(true, false)) {
            assertThatThrownBy(() -> inspector.queues().remove("default", force))
                    .isInstanceOf(QueueStateException.class)
                    .hasMessageContaining("handled as a group");
        }

        dump().assertSameAs(before);
        clock.advance(GroupCommands.AGGREGATION_TIMEOUT);
        assertThatThrownBy(() -> inspector.queues().remove("default", false)).hasMessageContaining("not empty");
        inspector.queues().remove("default", true);
        assertThat(dump().keys()).isEmpty();
    }

    @Test
    void a_task_that_joins_a_group_during_the_removal_is_kept() {
        for (int i = 0; i < 300; i++) {
            String id = "t" + i;
            redis.at("asynq:queues").sadd("asynq:queues", "default");
            CompletableFuture<TaskInfo> joining = CompletableFuture
                    .supplyAsync(() -> client.enqueue(task(id).group("g1")));
            try {
                inspector.queues().remove("default", false);
            } catch (QueueStateException e) {
                assertThat(e).hasMessageContaining("not empty");
            }
            joining.join();
            assertThat(node().exists(KEYS.task(id))).as(id).isTrue();
            redis.at("asynq:queues").sadd("asynq:queues", "default");
            inspector.bulk().deleteGroup("default", "g1");
        }
    }
}
