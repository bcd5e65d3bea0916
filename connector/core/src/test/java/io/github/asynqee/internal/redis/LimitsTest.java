package io.github.asynqee.internal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.asynqee.internal.broker.Demand.Kind;
import io.github.asynqee.internal.broker.Demand.Route;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.feature.limit.LimitCommands;
import io.github.asynqee.internal.feature.limit.LimitRule;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Transaction;

/** Tasks of a key start only as a limit allows. Blocked tasks are among the scheduled tasks and start in order. */
class LimitsTest extends LimitedQueueTest {

    @Test
    void no_more_tasks_of_a_key_are_taken_than_may_run_and_those_of_other_keys_are_taken_past_them() {
        push("a1", "a2", "a3", "a4", "b1", "c1");

        MatchingTasks found = dequeue(4, running("header:tenant", 2));

        assertThat(ids(found)).containsExactly("a1", "a2", "b1", "c1");
        assertThat(found.postponed()).isEqualTo(2);
        assertThat(pending()).isEmpty();
        assertThat(found.tasks().leases()).extracting(LimitedQueueTest::key).containsExactly("limit a",
                "limit a", "limit b", "limit c");
    }

    @Test
    void what_has_to_wait_is_a_scheduled_task_for_all_peers() {
        push("a1", "a2");

        dequeue(9, ONE_OF_TENANT);

        assertThat(zset(DEFAULT.scheduled())).containsExactly("a2");
        assertThat(redis.at(DEFAULT.scheduled()).zscore(DEFAULT.scheduled(), "a2"))
                .isBetween(T0.getEpochSecond() + 1800d, T0.getEpochSecond() + 3600d);
        assertThat(state("a2")).isEqualTo("scheduled");
        assertThat(field(DEFAULT.task("a2"), "pending_since")).isNull();
        assertThat(list(DEFAULT.active())).containsExactly("a1");
        assertThat(zset(DEFAULT.lease())).containsExactly("a1");
    }

    @Test
    void after_the_end_of_a_task_the_next_of_its_key_is_leased_from_where_it_waits() {
        push("a1", "a2", "a3", "b1", "b2");
        Map<String, Lease> leases = take(9, ONE_OF_TENANT);
        push("c1");

        settle(leases.get("a1"), new Outcome.Done());

        assertThat(pending()).containsExactly("c1");
        assertThat(zset(READY)).containsExactly("limit a");
        assertThat(zset(DEFAULT.scheduled())).containsExactlyInAnyOrder("a2", "a3", "b2");
        assertThat(ids(dequeue(9, ONE_OF_TENANT))).containsExactly("a2", "c1");
        assertThat(state("a2")).isEqualTo("active");
        assertThat(field(DEFAULT.task("a2"), "asynqee:limit")).isNull();
        assertThat(zset(DEFAULT.scheduled())).containsExactlyInAnyOrder("a3", "b2");
        assertThat(zset(READY)).isEmpty();
    }

    @Test
    void all_that_watch_the_queue_are_told_when_a_task_may_start() {
        push("a1", "a2");
        Lease first = take(9, ONE_OF_TENANT).get("a1");
        Jedis watching = redis.at(DEFAULT.pending());
        watching.watch(DEFAULT.pending());

        settle(first, new Outcome.Done());

        Transaction unless = watching.multi();
        unless.exists(RUNNING);
        assertThat(unless.exec()).as("the queue has changed").isNull();
        assertThat(pending()).isEmpty();
    }

    @Test
    void each_outcome_lets_the_next_in() {
        List<Outcome> all = outcomes().filter(outcome -> !(outcome instanceof Outcome.Requeue)).toList();
        push(IntStream.rangeClosed(0, all.size()).mapToObj(i -> "a" + i).toArray(String[]::new));
        for (int i = 0; i < all.size(); i++) {
            Map<String, Lease> leases = take(9, ONE_OF_TENANT);
            assertThat(leases).containsOnlyKeys("a" + i);

            settle(leases.get("a" + i), all.get(i));
        }
        assertThat(take(9, ONE_OF_TENANT)).containsOnlyKeys("a" + all.size());
    }

    @Test
    void the_end_of_a_task_lets_the_next_in_though_redis_has_forgotten_the_script_of_its_outcome() {
        push("a1", "a2", "b1");
        Map<String, Lease> leases = take(9, ONE_OF_TENANT);
        redis.at(RUNNING).scriptFlush();
        settle(leases.get("b1"), new Outcome.Requeue());

        settle(leases.get("a1"), new Outcome.Done());

        assertThat(take(9, ONE_OF_TENANT)).containsOnlyKeys("a2", "b1");
    }

    @Test
    void tasks_of_a_key_start_in_the_order_of_the_queue() {
        push(IntStream.range(0, 10).mapToObj(i -> "a" + i).toArray(String[]::new));
        List<String> started = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            MatchingTasks found = dequeue(3, ONE_OF_TENANT);
            started.addAll(ids(found));
            // comes after all that wait
            push("a1" + i);
            settle(found.tasks().leases().get(0), new Outcome.Done());
        }
        assertThat(started).containsExactly("a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9");
    }

    @Test
    void a_new_task_does_not_overtake_one_that_may_start_and_has_no_lane_yet() {
        push("a1", "a2", "a3");
        settle(take(9, ONE_OF_TENANT).get("a1"), new Outcome.Done());
        push("a4");

        assertThat(ids(dequeue(1, ONE_OF_TENANT))).containsExactly("a2");
        assertThat(pending()).containsExactly("a4");
    }

    @Test
    void of_very_many_keys_that_wait_for_the_end_of_a_task_few_are_examined() {
        LimitRule one = running("json:/id", 1);
        for (int i = 0; i < 1_000; i++) {
            byte[] payload = ("{\"id\":" + i + "}").getBytes(UTF_8);
            store(task("a" + i, message -> message.payload(payload)),
                    task("b" + i, message -> message.payload(payload)));
        }
        while (!pending().isEmpty()) {
            take(200, one);
        }
        lookAtAllNow();

        IntStream.range(0, 5).forEach(i -> look(one));

        assertThat(zset(LOOKS)).hasSize(1_000);
        assertThat(look(one).next()).isGreaterThan(Duration.ofSeconds(9));
    }

    @Test
    void no_task_overtakes_a_blocked_one_though_its_key_is_not_known_to_be_ready() {
        push("a1", "a2");
        settle(take(9, ONE_OF_TENANT).get("a1"), new Outcome.Done());
        redis.at(READY).del(READY);
        push("a3");

        assertThat(take(9, ONE_OF_TENANT)).isEmpty();

        assertThat(take(9, ONE_OF_TENANT)).containsOnlyKeys("a2");
    }

    @Test
    void a_call_forgets_a_bounded_number_of_tasks_that_were_deleted() {
        push(IntStream.range(0, 3_000).mapToObj(i -> "a" + i).toArray(String[]::new));
        Map<String, Lease> taken = new HashMap<>();
        while (!pending().isEmpty()) {
            taken.putAll(take(1, ONE_OF_TENANT));
        }
        zset(DEFAULT.scheduled()).stream().filter(id -> !id.equals("a2999"))
                .forEach(id -> redis.at(DEFAULT.task(id)).del(DEFAULT.task(id)));
        settle(taken.get("a0"), new Outcome.Done());
        long before = redis.at(WAITING).zcard(WAITING);

        MatchingTasks found = dequeue(1, ONE_OF_TENANT);

        assertThat(redis.at(WAITING).zcard(WAITING)).isBetween(before - 500, before - 1);
        assertThat(found.routes().get(0).exhausted()).isFalse();
        List<String> started = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            started.addAll(ids(dequeue(1, ONE_OF_TENANT)));
        }
        assertThat(started).containsExactly("a2999");
    }

    @Test
    void a_key_is_the_type_a_header_a_member_of_the_payload_or_the_same_for_all() {
        store(task("t1", message -> message.payload("{\"customer\":{\"id\":7,\"tags\":[\"x\"]}}".getBytes(UTF_8))),
                task("t2", message -> message.payload("{\"customer\":{\"id\":\"7\"}}".getBytes(UTF_8))),
                task("t3", message -> message.payload("{\"customer\":{\"id\":123456789012345}}".getBytes(UTF_8))),
                task("t4", message -> message.payload("{\"customer\":null}".getBytes(UTF_8))),
                task("t5", message -> message.payload("no JSON".getBytes(UTF_8)).headers(Map.of("tenant", "x\ny"))));

        assertThat(keys(running("json:/customer/id", 9))).containsExactly("limit 7", "limit 7",
                "limit 123456789012345", "limit ", "limit ");
        assertThat(keys(running("json:/customer/tags/0", 9)).get(0)).isEqualTo("limit x");
        assertThat(keys(running("type", 9))).containsOnly("limit email");
        assertThat(keys(running("queue", 9))).containsOnly("limit ");
        assertThat(keys(running("header:tenant", 9))).startsWith("limit ", "limit ").last().asString()
                .matches("limit #[0-9a-f]{40}");
    }

    private List<String> keys(LimitRule limit) {
        DequeuedTasks tasks = dequeue(9, limit).tasks();
        List<String> keys = tasks.leases().stream().map(LimitedQueueTest::key).toList();
        List<Settlement> back = new ArrayList<>();
        tasks.leases().forEach(lease -> back.add(0, new Settlement(lease, new Outcome.Requeue())));
        broker.workerCommands().write(back);
        return keys;
    }

    @Test
    void without_a_free_lane_nothing_is_examined() {
        push("a1", "a2");
        take(1, ONE_OF_TENANT);

        MatchingTasks found = dequeue(new Route(Kind.TYPE, "", 0, null, null, ONE_OF_TENANT));

        assertThat(found.postponed()).isZero();
        assertThat(pending()).containsExactly("a2");
    }

    @Test
    void a_long_line_is_postpone_in_several_calls_and_what_is_behind_is_found() {
        push(IntStream.range(0, 1_200).mapToObj(i -> "a" + i).toArray(String[]::new));
        push("b");
        List<String> found = new ArrayList<>();
        int postponed = 0;
        int calls = 0;
        while (!found.contains("b")) {
            MatchingTasks tasks = dequeue(2, ONE_OF_TENANT);
            found.addAll(ids(tasks));
            postponed += tasks.postponed();
            calls++;
        }
        assertThat(found).containsExactly("a0", "b");
        assertThat(postponed).isEqualTo(1_199);
        assertThat(calls).isLessThan(10);
        assertThat(zset(WAITING)).hasSize(1_199);
    }

    /** Stores tasks that run as admitted under tenant a. */
    private void storeRunning(int count, int withLease) {
        Map<String, Double> members = new HashMap<>();
        Map<String, Double> leases = new HashMap<>();
        for (int i = 0; i < count; i++) {
            members.put("limit a\0r" + i, 0d);
            if (i < withLease) {
                leases.put("r" + i, 9e9);
            }
        }
        redis.at(RUNNING).zadd(RUNNING, members);
        if (withLease > 0) {
            redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), leases);
        }
    }

    @Test
    void a_call_checks_a_bounded_number_of_the_tasks_of_a_full_key() {
        storeRunning(5_000, 0);
        push("a1", "b1");

        MatchingTasks found = dequeue(2, running("header:tenant", 5_000));

        assertThat(ids(found)).containsExactly("a1", "b1");
        assertThat(redis.at(RUNNING).zcard(RUNNING)).isEqualTo(5_000 - 1_000 + 2);
    }

    @Test
    void a_full_key_opens_after_one_of_very_many_tasks_has_died() {
        LimitRule limit = running("header:tenant", 5_000);
        storeRunning(5_000, 4_999);
        push("a1", "a2");

        List<String> started = new ArrayList<>(ids(dequeue(1, limit)));
        int from = 0;
        for (int i = 0; i < 11; i++) {
            from = broker.commands(LimitCommands.class).look("default", List.of(limit), from).from();
            started.addAll(ids(dequeue(1, limit)));
        }

        assertThat(started).containsExactly("a1");
        assertThat(redis.at(RUNNING).zcard(RUNNING)).isEqualTo(5_000);
    }
}
