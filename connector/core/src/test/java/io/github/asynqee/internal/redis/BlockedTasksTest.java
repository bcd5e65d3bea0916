package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.asynqee.VersionRange;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Demand.Kind;
import io.github.asynqee.internal.broker.Demand.Reach;
import io.github.asynqee.internal.broker.Demand.Route;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.feature.limit.LimitCommands.LimitLook;
import org.junit.jupiter.api.Test;

/** Blocked tasks that are returned, deleted, run or recovered, and that no node handles. */
class BlockedTasksTest extends LimitedQueueTest {

    @Test
    void a_task_that_an_earlier_version_has_put_at_the_head_of_the_queue_is_taken() {
        push("a1", "a2", "a3");
        settle(take(9, ONE_OF_TENANT).get("a1"), new Outcome.Done());
        redis.at(DEFAULT.scheduled()).zrem(DEFAULT.scheduled(), "a2");
        redis.at(DEFAULT.task("a2")).hset(DEFAULT.task("a2"), "state", "pending");
        redis.at(DEFAULT.pending()).rpush(DEFAULT.pending(), "a2");
        List<String> started = new ArrayList<>();

        for (int i = 0; i < 2; i++) {
            Map<String, Lease> taken = take(9, ONE_OF_TENANT);
            assertThat(taken).hasSize(1);
            started.addAll(taken.keySet());
            settle(taken.values().iterator().next(), new Outcome.Done());
        }

        assertThat(started).containsExactlyInAnyOrder("a2", "a3");
        lookAtAllNow();
        look(ONE_OF_TENANT);
        assertThat(redis.at(WAITING).exists(WAITING, LOOKS, RUNNING, READY)).isZero();
    }

    @Test
    void a_key_is_not_stopped_by_a_returned_task_that_a_peer_has_put_behind_others() {
        push("a1", "a2");
        settle(take(9, ONE_OF_TENANT).get("a1"), new Outcome.Requeue());
        push(IntStream.range(0, 300).mapToObj(i -> "b" + i).toArray(String[]::new));
        // a Go worker has taken it, it has failed, and was forwarded
        redis.at(DEFAULT.pending()).lrem(DEFAULT.pending(), 1, "a1");
        redis.at(DEFAULT.pending()).lpush(DEFAULT.pending(), "a1");
        redis.at(DEFAULT.task("a1")).hset(DEFAULT.task("a1"), "pending_since", "2");

        assertThat(take(1, ONE_OF_TENANT)).containsOnlyKeys("a2");
    }

    @Test
    void a_task_that_is_returned_keeps_its_place() {
        push("a1", "a2", "a3");

        settle(take(9, ONE_OF_TENANT).get("a1"), new Outcome.Requeue());

        assertThat(pending()).containsExactly("a1");
        assertThat(ids(dequeue(9, ONE_OF_TENANT))).containsExactly("a1");
        assertThat(zset(DEFAULT.scheduled())).containsExactlyInAnyOrder("a2", "a3");
    }

    @Test
    void a_task_that_goes_behind_others_lines_up_anew() {
        push("a1", "a2", "a3", "b1");

        settle(take(9, ONE_OF_TENANT).get("a1"), new Outcome.Requeue(true));

        assertThat(pending()).containsExactly("a1");
        Map<String, Lease> taken = take(9, ONE_OF_TENANT);
        assertThat(taken).containsOnlyKeys("a2");
        settle(taken.get("a2"), new Outcome.Done());
        taken = take(9, ONE_OF_TENANT);
        assertThat(taken).containsOnlyKeys("a3");
        settle(taken.get("a3"), new Outcome.Done());
        assertThat(ids(dequeue(9, ONE_OF_TENANT))).containsExactly("a1");
    }

    @Test
    void a_version_that_is_not_known_stays_where_it_is() {
        store(task("a1"), version("a2", 4), task("a3"));

        MatchingTasks found = dequeue(versions(1, 2));

        assertThat(ids(found)).containsExactly("a1");
        assertThat(found.postponed()).isEqualTo(1);
        assertThat(pending()).containsExactly("a2");
        assertThat(dequeue(versions(1, 2)).unhandled()).isEqualTo("a2");
        assertThat(zset(DEFAULT.scheduled())).containsExactly("a3");
    }

    @Test
    void a_task_whose_version_nobody_knows_any_more_leaves_the_line_and_keeps_its_place() {
        store(task("a1"), version("a2", 4), task("a3"));
        settle(take(9, ONE_OF_TENANT).get("a1"), new Outcome.Done());
        dequeue(versions(1, 2));
        assertThat(dequeue(versions(1, 2)).unhandled()).isEqualTo("a2");

        Lease unknown = broker.workerCommands().dequeue("default",
                new Demand(List.of(versions(1, 2)), null, Reach.far(16), "a2")).tasks().leases().get(0);
        assertThat(unknown.admitted()).isNull();
        settle(unknown, new Outcome.Retry(clock.instant(), "handler not found", false));
        push("a4");
        broker.maintenanceCommands().forward(List.of("default"), 1);

        Map<String, Lease> taken = take(9, ONE_OF_TENANT);
        assertThat(taken).containsOnlyKeys("a3");
        settle(taken.get("a3"), new Outcome.Done());
        assertThat(ids(dequeue(9, ONE_OF_TENANT))).containsExactly("a2");
    }

    private static Route versions(int first, int last) {
        return new Route(Kind.TYPE, "", 9, null, new VersionRange(first, last), ONE_OF_TENANT);
    }

    /** As {@link #task(String)}, of a version. */
    private static NewTask version(String id, int version) {
        return task(id, message -> message.headers(Map.of("payload-version", String.valueOf(version), "tenant",
                id.substring(0, 1))));
    }

    @Test
    void a_task_whose_worker_died_counts_until_it_is_recovered_and_then_the_next_look_lets_others_in() {
        push("a1", "a2");
        take(9, ONE_OF_TENANT);
        clock.advance(Duration.ofSeconds(61));
        lookAtAllNow();
        assertThat(look(ONE_OF_TENANT).ready()).as("the lease has expired, but nobody has recovered the task").isZero();

        Lease expired = broker.maintenanceCommands().expiredLeases("default", clock.instant(), 0).leases().get(0);
        settle(expired, new Outcome.Retry(clock.instant().plusSeconds(60), "died", true));

        LimitLook look = look(ONE_OF_TENANT);

        assertThat(look.ready()).isOne();
        assertThat(zset(RUNNING)).isEmpty();
        assertThat(ids(dequeue(9, ONE_OF_TENANT))).containsExactly("a2");
    }

    @Test
    void what_a_peer_has_recovered_is_noticed_when_the_next_task_of_the_key_comes() {
        push("a1");
        take(9, ONE_OF_TENANT);
        redis.at(DEFAULT.lease()).zrem(DEFAULT.lease(), "a1");
        redis.at(DEFAULT.active()).lrem(DEFAULT.active(), 1, "a1");
        push("a2");

        assertThat(ids(dequeue(9, ONE_OF_TENANT))).containsExactly("a2");
    }

    @Test
    void a_task_that_nobody_let_in_in_time_is_forwarded_and_waits_at_its_old_place() {
        push("a1", "a2", "a3");
        Lease first = take(9, ONE_OF_TENANT).get("a1");
        clock.advance(Duration.ofHours(1));
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), clock.instant().getEpochSecond() + 30, "a1");
        first.extended(clock.instant().getEpochSecond() + 30);
        push("a4");
        broker.maintenanceCommands().forward(List.of("default"), 1).get(0).get();
        assertThat(pending()).containsExactlyInAnyOrder("a2", "a3", "a4");

        assertThat(ids(dequeue(9, ONE_OF_TENANT))).isEmpty();
        settle(first, new Outcome.Done());

        for (String next : List.of("a2", "a3", "a4")) {
            Map<String, Lease> taken = take(9, ONE_OF_TENANT);
            assertThat(taken).containsOnlyKeys(next);
            settle(taken.get(next), new Outcome.Done());
        }
        lookAtAllNow();
        look(ONE_OF_TENANT);
        assertThat(redis.at(WAITING).exists(WAITING, LOOKS, RUNNING, READY)).isZero();
    }

    @Test
    void tasks_that_wait_may_be_deleted_rescheduled_and_run_by_tools() {
        push("a1", "a2", "a3", "a4", "a5");
        Lease first = take(9, ONE_OF_TENANT).get("a1");
        redis.at(DEFAULT.scheduled()).zrem(DEFAULT.scheduled(), "a2");
        redis.at(DEFAULT.task("a2")).del(DEFAULT.task("a2"));
        redis.at(DEFAULT.scheduled()).zadd(DEFAULT.scheduled(), 3e9, "a3");
        redis.at(DEFAULT.scheduled()).zrem(DEFAULT.scheduled(), "a5");
        redis.at(DEFAULT.pending()).lpush(DEFAULT.pending(), "a5");
        redis.at(DEFAULT.task("a5")).hset(DEFAULT.task("a5"), "state", "pending");
        assertThat(ids(dequeue(9, ONE_OF_TENANT))).as("a limit holds for what is run by hand").isEmpty();

        settle(first, new Outcome.Done());

        Map<String, Lease> next = take(9, ONE_OF_TENANT);
        assertThat(next).containsOnlyKeys("a4");
        assertThat(zset(DEFAULT.scheduled())).containsExactlyInAnyOrder("a3", "a5");
        settle(next.get("a4"), new Outcome.Done());
        assertThat(take(9, ONE_OF_TENANT)).containsOnlyKeys("a5");
        assertThat(redis.at(DEFAULT.scheduled()).zscore(DEFAULT.scheduled(), "a3")).isEqualTo(3e9);
    }

    @Test
    void a_key_is_not_stopped_by_a_task_that_became_pending_behind_others() {
        push("a1", "a2", "a3", "a4");
        Lease first = take(9, ONE_OF_TENANT).get("a1");
        redis.at(DEFAULT.scheduled()).zrem(DEFAULT.scheduled(), "a2");
        redis.at(DEFAULT.task("a2")).hset(DEFAULT.task("a2"), "state", "pending");
        push(IntStream.range(0, 300).mapToObj(i -> "b" + i).toArray(String[]::new));
        redis.at(DEFAULT.pending()).lpush(DEFAULT.pending(), "a2");

        settle(first, new Outcome.Done());

        Map<String, Lease> taken = take(1, ONE_OF_TENANT);
        assertThat(taken).as("not a2, which is behind 300 others").containsOnlyKeys("a3");
        while (pending().contains("a2")) {
            take(9, ONE_OF_TENANT);
        }
        settle(taken.get("a3"), new Outcome.Done());
        assertThat(take(1, ONE_OF_TENANT)).as("at its old place").containsOnlyKeys("a2");
    }

    @Test
    void tasks_that_run_no_more_are_forgotten_though_nobody_waits_for_them() {
        push("a1", "b1");
        take(9, ONE_OF_TENANT);
        redis.at(DEFAULT.lease()).zrem(DEFAULT.lease(), "a1");

        look(ONE_OF_TENANT);

        assertThat(zset(RUNNING)).containsExactly("limit b\0b1");
    }

    @Test
    void a_blocked_task_that_is_due_is_the_next_task_of_the_queue() {
        push("a1", "a2", "a3");
        take(9, ONE_OF_TENANT);
        push("b1", "b2");
        clock.advance(Duration.ofHours(1));

        broker.maintenanceCommands().forward(List.of("default"), 1);

        assertThat(list(DEFAULT.pending())).startsWith("b2", "b1").hasSize(4);
        assertThat(state("a2")).isEqualTo("pending");
    }

    @Test
    void keys_are_checked_together_each_second() {
        push("a1", "a2", "b1", "b2");
        take(1, ONE_OF_TENANT);
        take(3, ONE_OF_TENANT);

        assertThat(zset(LOOKS)).hasSize(2)
                .allSatisfy(key -> assertThat(redis.at(LOOKS).zscore(LOOKS, key) % 1000).isZero());
    }
}
