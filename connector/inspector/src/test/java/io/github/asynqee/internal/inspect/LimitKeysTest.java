package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.LimitKey;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.LimitRule;
import org.junit.jupiter.api.Test;

/** What the inspector shows of limits: the keys, and the tasks that wait for them. */
class LimitKeysTest extends InspectorTest {

    private static final LimitRule ONE_OF_TENANT = new LimitRule("imports", "header:tenant", 1, 0, Duration.ZERO);

    /** Tasks of the tenant with the first letter of their IDs, of which a worker takes as many as may run. */
    private void take(String... ids) {
        for (String id : ids) {
            client.enqueue(Task.of("import", "{}").id(id).header("tenant", id.substring(0, 1)));
        }
        broker.workerCommands().dequeue("default", new Demand(
                List.of(new Demand.Route(Demand.Kind.TYPE, "", 9, null, null, ONE_OF_TENANT)), null,
                Demand.Reach.far(16), null));
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

    @Test
    void keys_have_the_numbers_of_their_tasks_those_for_which_most_wait_first() {
        Instant closed = NOW.plusSeconds(30).truncatedTo(ChronoUnit.MILLIS);
        take("a1", "b1", "b2", "b3", "c1", "c2");
        redis.at(KEYS.limitsClosed()).zadd(KEYS.limitsClosed(),
                Map.of("imports c", (double) closed.toEpochMilli(), "imports a", (double) NOW.toEpochMilli() - 1));

        assertThat(inspector.queues().limits("default")).containsExactly(
                new LimitKey.State(new LimitKey("imports", "b"), 1, 2, null),
                new LimitKey.State(new LimitKey("imports", "c"), 1, 1, closed),
                new LimitKey.State(new LimitKey("imports", "a"), 1, 0, null));
        assertThat(inspector.queues().info("default").limited()).isEqualTo(3);
        assertThat(inspector.queues().limits("other")).isEmpty();
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
        assertThat(states).contains(new LimitKey.State(new LimitKey("queue", ""), 1, 0, null));
    }
}
