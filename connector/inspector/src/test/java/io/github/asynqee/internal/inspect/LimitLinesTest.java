package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.Task;
import io.github.asynqee.inspect.Repair;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.feature.limit.LimitRule;
import io.github.asynqee.vectors.KeySpace;
import io.github.asynqee.worker.Limit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stale entries in queues of blocked tasks, after the limit was removed from all servers. */
class LimitLinesTest extends InspectorTest {

    private static final LimitRule ONE_OF_TENANT = new LimitRule(Limit.of("imports", "header:tenant", 1, null));
    private static final LimitRule FAIR = new LimitRule(new Limit.FairBy("header:tenant"));

    /** Enqueues tasks of two tenants. A worker takes one task per lane, and the limit blocks the others. */
    private List<Lease> lineUp(LimitRule limit, int lanes) {
        for (String id : List.of("a1", "a2", "a3", "b1", "b2")) {
            client.enqueue(Task.of("import", "{}").id(id).header("tenant", id.substring(0, 1)));
        }
        return broker.workerCommands().dequeue("default", new Demand(
                List.of(new Demand.Route(Demand.Kind.TYPE, "", lanes, null, null, limit)), null,
                Demand.Reach.far(16), null)).tasks().leases();
    }

    /** All tasks that can run do, on a worker without a limit. */
    private void run() {
        List<Lease> leases = broker.workerCommands().dequeue("default", 9).leases();
        leases.forEach(lease -> settle(lease, new Outcome.Done()));
    }

    private List<Repair> repair(boolean apply) {
        return inspector.health().repair("default", apply);
    }

    private void looked(String key, long millis) {
        node().zadd(KEYS.limitsLooks(), millis, key);
    }

    private void assertFound(boolean apply, int entries) {
        assertThat(repair(apply)).extracting(Repair::code, Repair::id, Repair::applied, Repair::message)
                .containsExactly(tuple("left-in-line", "", apply, "limit keys that no server checks have "
                        + "entries without a blocked task: " + entries + "; they are removed"));
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void after_the_limit_was_removed_and_all_tasks_have_run_nothing_is_left(boolean fair) {
        List<Lease> runs = fair ? lineUp(FAIR, 1) : lineUp(ONE_OF_TENANT, 9);
        int waiting = 5 - runs.size();
        runs.forEach(lease -> settle(lease, new Outcome.Done()));
        clock.advance(Duration.ofHours(2));
        broker.maintenanceCommands().forward(List.of("default"), 1);
        run();
        assertThat(inspector.queues().info("default").size()).isZero();
        // although no task exists
        assertThat(inspector.queues().info("default").limited()).isEqualTo(waiting).isPositive();
        KeySpace before = dump();

        assertFound(false, waiting);
        dump().assertSameAs(before);
        assertFound(true, waiting);

        assertThat(inspector.queues().info("default").limited()).isZero();
        assertThat(inspector.queues().limits("default")).isEmpty();
        assertThat(node().exists(KEYS.limitsWaiting(), KEYS.limitsLooks(), KEYS.limitsTurns())).isZero();
        assertThat(repair(true)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void a_task_that_waits_keeps_its_place_also_without_a_server(boolean fair) {
        lineUp(fair ? FAIR : ONE_OF_TENANT, fair ? 1 : 9);
        inspector.changes().run("default", "b2");
        KeySpace before = dump();

        assertThat(repair(false)).isEmpty();
        assertThat(repair(true)).isEmpty();

        dump().assertSameAs(before);
    }

    @Test
    void the_key_of_a_task_that_waits_stays_when_others_of_its_line_are_forgotten() {
        lineUp(ONE_OF_TENANT, 9);
        inspector.changes().delete("default", "a2");
        inspector.changes().delete("default", "b2");

        assertFound(true, 2);

        assertThat(node().zrange(KEYS.limitsLooks(), 0, -1)).containsExactly("imports a");
        assertThat(node().zrange(KEYS.limitsWaiting(), 0, -1)).singleElement().asString().endsWith("a3");
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void a_key_at_which_a_server_looks_is_in_its_hands(boolean fair) {
        lineUp(fair ? FAIR : ONE_OF_TENANT, fair ? 1 : 9);
        List.of("a2", "a3", "b1", "b2").forEach(id -> node().hset(KEYS.task(id), "asynqee:limit", ""));
        node().del(KEYS.limitsLooks());
        List<String> looks = fair ? List.of("fair:header:tenant") : List.of("imports a", "imports b");
        looks.forEach(look -> looked(look, NOW.toEpochMilli() - 59_999));
        looked("imports gone", NOW.toEpochMilli() - 59_999);

        assertThat(repair(true)).isEmpty();

        clock.advance(Duration.ofMillis(1));
        assertFound(true, fair ? 5 : 4);
        assertThat(node().exists(KEYS.limitsWaiting(), KEYS.limitsLooks())).isZero();
    }

    @Test
    void any_number_of_entries_is_found() {
        lineUp(ONE_OF_TENANT, 9);
        Map<String, Double> members = new HashMap<>();
        for (int i = 0; i < 250; i++) {
            members.put("imports a\0" + "%020d".formatted(i) + "gone" + i, 0d);
            looked("imports " + i, 1);
        }
        node().zadd(KEYS.limitsWaiting(), members);

        assertFound(false, 500);
        assertFound(true, 500);

        assertThat(node().zcard(KEYS.limitsWaiting())).isEqualTo(3);
        assertThat(node().zrange(KEYS.limitsLooks(), 0, -1)).containsExactlyInAnyOrder("imports a", "imports b");
    }
}
