package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.LimitKey;
import io.github.asynqee.inspect.QueueStateException;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.feature.limit.LimitCommands;
import io.github.asynqee.internal.feature.limit.LimitRule;
import io.github.asynqee.worker.Limit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** Limit keys and blocked tasks in the inspector. */
class LimitKeysTest extends InspectorTest {

    private static final LimitRule ONE_OF_TENANT = new LimitRule(Limit.of("imports", "header:tenant", 1, null));

    /** Enqueues tasks, whose tenant is the first letter of their ID. A worker takes as many as the limit admits. */
    private List<Lease> take(String... ids) {
        for (String id : ids) {
            client.enqueue(Task.of("import", "{}").id(id).header("tenant", id.substring(0, 1)));
        }
        return broker.workerCommands().dequeue("default", new Demand(
                List.of(new Demand.Route(Demand.Kind.TYPE, "", 9, null, null, ONE_OF_TENANT)), null,
                Demand.Reach.far(16), null)).tasks().leases();
    }

    private TaskState state(String queue, String id) {
        return inspector.tasks().get(queue, id).info().state();
    }

    private LimitKey waitsFor(String id) {
        return inspector.tasks().get("default", id).waitsFor();
    }

    @Test
    void a_task_that_waits_is_shown_with_the_key_until_it_is_rescheduled() {
        take("a1", "a2", "b1", "b2");

        assertThat(inspector.tasks().list("default", TaskState.SCHEDULED, 1, 10)).extracting(InspectedTask::waitsFor)
                .containsExactlyInAnyOrder(new LimitKey("imports", "a"), new LimitKey("imports", "b"));
        assertThat(waitsFor("a2")).hasToString("imports: a");
        assertThat(waitsFor("a1")).isNull();
        inspector.changes().reschedule("default", "a2", NOW.plusSeconds(60));
        assertThat(waitsFor("a2")).isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void a_task_that_waits_can_run_again_at_its_place_if_its_archiving_is_undone(boolean bulk) {
        Lease runs = take("a1", "a2", "a3").get(0);
        archiveAndRestore("a2", bulk);

        assertThat(state("default", "a2")).isEqualTo(TaskState.PENDING);
        assertThat(take()).isEmpty();
        assertThat(waitsFor("a2")).hasToString("imports: a");
        settle(runs, new Outcome.Done());
        assertThat(take()).extracting(Lease::id).containsExactly("a2");
    }

    /** In between the line forgets the task, as when it is read. */
    private void archiveAndRestore(String id, boolean bulk) {
        inspector.changes().archiveRestorable("default", id);
        Jedis node = redis.at(KEYS.limitsWaiting());
        node.zrange(KEYS.limitsWaiting(), 0, -1).stream().filter(entry -> entry.endsWith(id))
                .forEach(entry -> node.zrem(KEYS.limitsWaiting(), entry));
        assertThat(inspector.queues().limits("default").get(0).waiting()).isEqualTo(1);
        if (bulk) {
            inspector.bulk().change(BulkAction.RESTORE, TaskFilter.ALL.inStates(TaskState.ARCHIVED), null, 10,
                    Duration.ofSeconds(60));
        } else {
            inspector.changes().restore("default", id);
        }
    }

    @Test
    void a_task_that_was_rescheduled_while_it_waited_is_restored_to_its_own_time() {
        take("a1", "a2");
        inspector.changes().reschedule("default", "a2", NOW.plusSeconds(60));

        inspector.changes().archiveRestorable("default", "a2");
        inspector.changes().restore("default", "a2");

        assertThat(inspector.tasks().get("default", "a2").info().nextProcessAt())
                .isEqualTo(NOW.plusSeconds(60).truncatedTo(ChronoUnit.SECONDS));
    }

    @Test
    void a_task_that_waits_is_moved_as_one_that_can_run() {
        take("a1", "a2");

        inspector.changes().move("default", "a2", "critical");

        assertThat(state("critical", "a2")).isEqualTo(TaskState.PENDING);
        assertThat(inspector.tasks().get("critical", "a2").since()).isEqualTo(NOW);
        assertThat(inspector.tasks().get("critical", "a2").waitsFor()).isNull();
        assertThat(broker.workerCommands().dequeue("critical", 9).leases()).extracting(Lease::id).containsExactly("a2");
    }

    @Test
    void keys_have_the_numbers_of_their_tasks_those_for_which_most_wait_first() {
        Instant closed = NOW.plusSeconds(30).truncatedTo(ChronoUnit.MILLIS);
        take("a1", "b1", "b2", "b3", "c1", "c2");
        redis.at(KEYS.limitsClosed()).zadd(KEYS.limitsClosed(),
                Map.of("imports c", (double) closed.toEpochMilli(), "imports a", (double) NOW.toEpochMilli() - 1));

        // the clock of this test is not that of Redis
        redis.at(KEYS.limitsLooks()).zadd(KEYS.limitsLooks(), NOW.toEpochMilli(), "imports b");

        assertThat(inspector.queues().limits("default")).containsExactly(
                new LimitKey.State(new LimitKey("imports", "b"), 1, 1, 2, null),
                new LimitKey.State(new LimitKey("imports", "c"), 1, 1, 1, closed),
                new LimitKey.State(new LimitKey("imports", "a"), 1, 1, 0, null));
        assertThat(inspector.queues().info("default").limited()).isEqualTo(3);
        assertThat(inspector.queues().limits("other")).isEmpty();
    }

    @Test
    void how_many_tasks_may_run_is_known_only_while_a_key_without_capacity_blocks_others() {
        Lease first = take("a1", "a2").get(0);
        redis.at(KEYS.limitsLooks()).zadd(KEYS.limitsLooks(), NOW.toEpochMilli(), "imports a");
        assertThat(inspector.queues().limits("default").get(0).allowed()).isEqualTo(1);

        redis.at(KEYS.limitsLooks()).zadd(KEYS.limitsLooks(), NOW.minusSeconds(61).toEpochMilli(), "imports a");
        assertThat(inspector.queues().limits("default").get(0).allowed()).isNull();
        redis.at(KEYS.limitsLooks()).zadd(KEYS.limitsLooks(), NOW.toEpochMilli(), "imports a");
        redis.at(KEYS.limits()).zadd(KEYS.limits() + "ready:imports", 1, "imports a");
        assertThat(inspector.queues().limits("default").get(0).allowed()).isNull();
        settle(first, new Outcome.Done());
        assertThat(inspector.queues().limits("default").get(0).allowed()).isNull();
    }

    @Test
    void a_key_that_a_handler_has_paused_is_resumed() {
        LimitKey key = new LimitKey("imports", "a");
        Lease first = take("a1", "a2").get(0);
        settle(first, new Outcome.Requeue(Duration.ofHours(1)));
        assertThat(take()).isEmpty();

        inspector.queues().resume("default", key);

        assertThat(inspector.queues().limits("default")).singleElement()
                .satisfies(state -> assertThat(state.closedUntil()).isNull());
        assertThat(redis.at(KEYS.limitsLooks()).zscore(KEYS.limitsLooks(), "imports a"))
                .isEqualTo(clock.instant().toEpochMilli());
        assertThatThrownBy(() -> inspector.queues().resume("default", key)).isInstanceOf(QueueStateException.class)
                .hasMessage("key \"imports: a\" of queue \"default\" is not paused");
        // the clock of this test is not that of Redis
        redis.at(KEYS.limitsLooks()).zadd(KEYS.limitsLooks(), 1, "imports a");
        broker.commands(LimitCommands.class).look("default", List.of(ONE_OF_TENANT), 0);
        assertThat(take()).hasSize(1);
    }

    @Test
    void all_keys_are_found_however_many_there_are() {
        Map<String, Double> members = new HashMap<>();
        for (int i = 0; i < 1_100; i++) {
            members.put("imports " + i + "\0t" + i, 0d);
            members.put("imports " + i + "\0u" + i, 0d);
        }
        members.put("queue \0t", 0d);
        redis.at(KEYS.limitsRunning()).zadd(KEYS.limitsRunning(), members);

        List<LimitKey.State> states = inspector.queues().limits("default");

        assertThat(states).hasSize(1_101).filteredOn(state -> state.running() == 2).hasSize(1_100);
        assertThat(states).contains(new LimitKey.State(new LimitKey("queue", ""), 1, null, 0, null));
    }
}
