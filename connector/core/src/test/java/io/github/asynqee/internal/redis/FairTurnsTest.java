package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Demand.Kind;
import io.github.asynqee.internal.broker.Demand.Reach;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.feature.limit.LimitCommands;
import io.github.asynqee.internal.feature.limit.LimitCommands.LimitLook;
import io.github.asynqee.internal.feature.limit.LimitRule;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.worker.Limit;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.params.SetParams;

/** Keys of a queue take turns: the order in which tasks start, and that every task starts. */
class FairTurnsTest extends BrokerTest {

    private static final String PENDING = DEFAULT.pending();
    private static final String PACE = DEFAULT.limits() + "pace";
    private static final String RUNNING = DEFAULT.limitsRunning();
    private static final String WAITING = DEFAULT.limitsWaiting();
    private static final LimitRule BY_TENANT = rule("header:tenant");

    private static LimitRule rule(String by) {
        return new LimitRule(new Limit.FairBy(by));
    }

    /** A task of the tenant that is before the - of its ID. */
    private static NewTask task(String id) {
        return new NewTask(TaskMessage.builder("email", id, "default").maxRetry(3)
                .headers(Map.of("tenant", tenant(id))).build(), new Placement.Pending(), null);
    }

    private static String tenant(String id) {
        return id.substring(0, id.indexOf('-'));
    }

    private void push(Stream<String> ids) {
        List<NewTask> tasks = ids.map(FairTurnsTest::task).toList();
        for (int from = 0; from < tasks.size(); from += 500) {
            store(tasks.subList(from, Math.min(tasks.size(), from + 500)).toArray(NewTask[]::new));
        }
    }

    private void push(String tenant, int tasks) {
        push(IntStream.range(0, tasks).mapToObj(i -> tenant + "-" + i));
    }

    private MatchingTasks dequeue(int max, LimitRule rule) {
        return broker.workerCommands().dequeue("default",
                new Demand(List.of(new Demand.Route(Kind.TYPE, "", max, null, null, rule)), null, Reach.far(16), null));
    }

    private Map<String, Lease> take(int max) {
        Map<String, Lease> leases = new LinkedHashMap<>();
        dequeue(max, BY_TENANT).tasks().leases().forEach(lease -> leases.put(lease.id(), lease));
        return leases;
    }

    /** So many lanes take one task after the other, each ends before the next one starts. Returns IDs by start. */
    private List<String> run(int lanes, int starts) {
        List<String> started = new ArrayList<>();
        List<Lease> running = new ArrayList<>(take(lanes).values());
        running.forEach(lease -> started.add(lease.id()));
        while (started.size() < starts && !running.isEmpty()) {
            settle(running.remove(0), new Outcome.Done());
            take(1).forEach((id, lease) -> {
                started.add(id);
                running.add(lease);
            });
        }
        running.forEach(lease -> settle(lease, new Outcome.Done()));
        return started;
    }

    private LimitLook look(LimitRule... rules) {
        return broker.commands(LimitCommands.class).look("default", List.of(rules), 0);
    }

    /** The nodes look one after the other until few tasks are pending. Returns how many looks have lined up any. */
    private int lineUpAll(Broker... nodes) {
        int busy = 0;
        int looks = 0;
        long pending = redis.at(PENDING).llen(PENDING);
        while (pending > 200) {
            nodes[looks++ % nodes.length].commands(LimitCommands.class).look("default", List.of(BY_TENANT), 0);
            long left = redis.at(PENDING).llen(PENDING);
            busy += left < pending ? 1 : 0;
            pending = left;
        }
        return busy;
    }

    private List<String> pending() {
        List<String> ids = new ArrayList<>(list(DEFAULT.pending()));
        Collections.reverse(ids);
        return ids;
    }

    private void assertNothingIsLeft() {
        assertThat(redis.at(WAITING).exists(DEFAULT.pending(), DEFAULT.scheduled(), DEFAULT.active(), DEFAULT.lease(),
                WAITING, RUNNING, DEFAULT.limitsTurns())).isZero();
    }

    @Test
    void keys_take_turns_and_the_tasks_of_each_start_in_their_order() {
        push("a", 5);
        push("b", 3);
        push("c", 1);

        assertThat(run(1, 9)).containsExactly("a-0", "b-0", "c-0", "a-1", "b-1", "a-2", "b-2", "a-3", "a-4");
        assertNothingIsLeft();
    }

    @Test
    void looks_while_no_lane_is_free_take_no_turn_from_a_key() {
        push("a", 4);
        push("b", 2);
        push("c", 1);
        push("d", 3);
        List<String> started = new ArrayList<>();

        for (Map<String, Lease> running = take(1); !running.isEmpty(); running = take(1)) {
            started.addAll(running.keySet());
            look(BY_TENANT);
            look(BY_TENANT);
            running.values().forEach(lease -> settle(lease, new Outcome.Done()));
        }

        assertThat(started).containsExactly("a-0", "b-0", "c-0", "d-0", "a-1", "b-1", "d-1", "a-2", "d-2", "a-3");
        assertNothingIsLeft();
    }

    @Test
    void a_turn_of_a_clock_that_was_ahead_comes_all_the_same() {
        push("a", 4);
        push("b", 2);
        Lease first = take(1).get("a-0");
        assertThat(redis.at(WAITING).zadd(DEFAULT.limitsTurns(), System.currentTimeMillis() * 1e3 + 3.6e9,
                "fair:header:tenant b")).as("added").isZero();
        settle(first, new Outcome.Done());

        assertThat(run(1, 5)).startsWith("a-1", "b-0");
    }

    @Test
    void a_line_of_many_tasks_that_are_gone_delays_its_next_task_by_a_few_calls() {
        push("a", 3_000);
        take(1);
        lineUpAll(broker);
        redis.at(WAITING).del(DEFAULT.scheduled());
        redis.at(WAITING).del(DEFAULT.pending());
        push(Stream.of("a-new"));

        int calls = 1;
        while (take(1).isEmpty()) {
            calls++;
        }
        assertThat(calls).isLessThan(10);
    }

    @Test
    void a_key_keeps_its_turns_though_the_first_of_its_many_tasks_are_gone() {
        push("a", 10);
        push("b", 1);
        assertThat(take(1)).containsOnlyKeys("a-0");
        IntStream.rangeClosed(1, 6).forEach(i -> redis.at(DEFAULT.scheduled()).zrem(DEFAULT.scheduled(), "a-" + i));

        assertThat(take(2)).containsOnlyKeys("b-0", "a-7");
        assertThat(take(5)).containsOnlyKeys("a-8", "a-9");
    }

    @Test
    void lanes_go_to_the_keys_with_the_fewest_running_tasks() {
        push("a", 9);
        Map<String, Lease> alone = take(4);
        assertThat(alone).as("a key that is alone has all lanes").containsOnlyKeys("a-0", "a-1", "a-2", "a-3");
        push("b", 9);

        settle(alone.get("a-0"), new Outcome.Done());
        settle(alone.get("a-1"), new Outcome.Done());
        settle(alone.get("a-2"), new Outcome.Done());

        assertThat(take(3)).containsOnlyKeys("b-0", "a-4", "b-1");
    }

    @Test
    void a_new_key_is_next_though_another_has_thousands_of_tasks_before_it() {
        push("big", 3_000);
        // one lane becomes free at a time; the other tasks are blocked
        Map<String, Lease> first = take(2);
        assertThat(lineUpAll(broker)).isBetween(2, 20);
        push("small", 1);

        settle(first.get("big-0"), new Outcome.Done());

        assertThat(take(1)).containsOnlyKeys("small-0");
        assertThat(pending()).hasSizeLessThanOrEqualTo(200);
    }

    @Test
    void all_nodes_together_line_up_tasks_at_the_pace_of_one() {
        push("big", 4_000);
        push("small", 1);
        Map<String, Lease> first = take(1);
        long before = redis.at(PENDING).llen(PENDING);
        redis.at(PACE).set(PACE, "", SetParams.setParams().px(60_000));

        LimitLook refused = look(BY_TENANT);

        assertThat(refused.ready()).isZero();
        assertThat(refused.next()).isEqualTo(Duration.ofMillis(100));
        assertThat(redis.at(PENDING).llen(PENDING)).isEqualTo(before);
        redis.at(PACE).del(PACE);
        try (Broker other = RedisBroker.connect(RedisConfig.of(redis.url()), clock)) {
            long began = System.nanoTime();
            int looks = lineUpAll(broker, other);
            assertThat(looks).as("each after 10 ms, if the machine is not so slow that they are rarer anyway")
                    .isEqualTo(8)
                    .isLessThanOrEqualTo(1 + (int) Duration.ofNanos(System.nanoTime() - began).toMillis() / 10);
        }
        assertThat(look(BY_TENANT).next()).isGreaterThan(Duration.ofMillis(100));
        settle(first.get("big-0"), new Outcome.Done());
        assertThat(take(2)).containsOnlyKeys("big-1", "small-0");
        assertThat(zset(DEFAULT.scheduled()).size() + pending().size()).isEqualTo(3_998);
    }

    @Test
    void a_call_examines_a_bounded_number_of_tasks() {
        push("big", 2_000);

        MatchingTasks found = dequeue(3, BY_TENANT);

        assertThat(found.tasks().leases()).hasSize(3);
        assertThat(found.routes().get(0).exhausted()).isFalse();
        assertThat(zset(DEFAULT.scheduled())).hasSize(250);
        assertThat(pending()).hasSize(1_747);
        assertThat(found.routes().get(0).postponed()).isEqualTo(250);
        assertThat(look(BY_TENANT).postponed()).isEqualTo(500);
        assertThat(pending()).hasSize(1_247);
    }

    @Test
    void what_can_start_at_once_is_not_lined_up() {
        push("a", 3);

        MatchingTasks found = dequeue(5, BY_TENANT);

        assertThat(found.tasks().leases()).extracting(Lease::id).containsExactly("a-0", "a-1", "a-2");
        assertThat(found.routes().get(0).exhausted()).isTrue();
        assertThat(redis.at(WAITING).exists(WAITING, DEFAULT.limitsTurns(), DEFAULT.limitsLooks())).isZero();
    }

    @Test
    void of_many_keys_none_is_left_out() {
        push("big", 300);
        push(IntStream.range(0, 500).mapToObj(i -> "t" + i + "-0"));

        List<String> started = run(5, 800);

        assertThat(started).hasSize(800).doesNotHaveDuplicates();
        assertThat(started.subList(0, 520).stream().filter(id -> tenant(id).equals("big")).count())
                .as("one turn in a round, and the lanes until the others were seen").isLessThan(25);
        assertNothingIsLeft();
    }

    @Test
    void tasks_that_wait_may_be_deleted_rescheduled_and_run_by_tools() {
        push("a", 6);
        Lease first = take(1).get("a-0");
        assertThat(zset(DEFAULT.scheduled())).hasSize(5);
        redis.at(DEFAULT.scheduled()).zrem(DEFAULT.scheduled(), "a-1");
        redis.at(DEFAULT.task("a-1")).del(DEFAULT.task("a-1"));
        redis.at(DEFAULT.scheduled()).zadd(DEFAULT.scheduled(), 3e9, "a-2");
        redis.at(DEFAULT.scheduled()).zrem(DEFAULT.scheduled(), "a-4");
        redis.at(DEFAULT.pending()).lpush(DEFAULT.pending(), "a-4");
        redis.at(DEFAULT.task("a-4")).hset(DEFAULT.task("a-4"), "state", "pending");
        settle(first, new Outcome.Done());

        assertThat(run(1, 3)).containsExactly("a-3", "a-4", "a-5");
        assertThat(zset(DEFAULT.scheduled())).containsExactly("a-2");
        redis.at(DEFAULT.scheduled()).zrem(DEFAULT.scheduled(), "a-2");
        take(1);
        look(BY_TENANT);
        assertNothingIsLeft();
    }

    @Test
    void a_task_that_is_returned_is_the_first_of_its_key() {
        push("a", 3);
        settle(take(1).get("a-0"), new Outcome.Requeue());
        push("b", 1);

        assertThat(run(1, 4)).containsExactly("a-0", "b-0", "a-1", "a-2");
        assertNothingIsLeft();
    }

    @Test
    void a_dead_worker_leaves_nothing_that_keeps_its_keys_back() {
        push("a", 3);
        take(2);
        push("b", 3);
        clock.advance(Duration.ofSeconds(61));
        for (Lease expired : broker.maintenanceCommands().expiredLeases("default", clock.instant(), 0).leases()) {
            settle(expired, new Outcome.Retry(clock.instant(), "died", true));
        }
        broker.maintenanceCommands().forward(List.of("default"), 1);
        look(BY_TENANT);
        assertThat(zset(RUNNING)).isEmpty();

        assertThat(run(1, 6)).hasSize(6).startsWith("a-2", "b-0");
        assertNothingIsLeft();
    }

    @Test
    void without_the_attribute_what_waits_is_pending_again_at_its_time() {
        push("a", 5);
        take(1);
        clock.advance(Duration.ofMinutes(61));

        broker.maintenanceCommands().forward(List.of("default"), 1).get(0).get();

        assertThat(broker.workerCommands().dequeue("default", 9).leases()).extracting(Lease::id)
                .containsExactlyInAnyOrder("a-1", "a-2", "a-3", "a-4");
    }

    @Test
    void what_waits_is_served_though_the_attribute_has_another_value_now() {
        push("a", 4);
        take(1);

        assertThat(dequeue(9, rule("type")).tasks().leases()).extracting(Lease::id).containsExactly("a-1", "a-2",
                "a-3");
        assertThat(dequeue(9, rule("type")).routes().get(0).exhausted()).isTrue();
        assertThat(zset(WAITING)).isEmpty();
    }

    @Test
    void if_all_that_wait_are_aside_a_look_makes_one_pending_so_that_all_nodes_notice_them() {
        push("a", 4);
        take(1);
        assertThat(pending()).isEmpty();

        assertThat(look(BY_TENANT).ready()).isEqualTo(1);
        assertThat(look(BY_TENANT).ready()).isZero();

        assertThat(pending()).containsExactly("a-1");
    }

    @Test
    void a_paused_queue_stays_as_it_is() {
        push("a", 1_000);
        redis.at(DEFAULT.paused()).set(DEFAULT.paused(), "1");

        assertThat(dequeue(3, BY_TENANT).tasks().paused()).isTrue();
        look(BY_TENANT);

        assertThat(pending()).hasSize(1_000);
    }

    @Test
    void tasks_that_cannot_be_read_are_taken_and_keep_no_others_back() {
        redis.at(DEFAULT.task("bad")).hset(DEFAULT.task("bad"), Map.of("msg", "\1\1\1", "state", "pending"));
        redis.at(DEFAULT.pending()).lpush(DEFAULT.pending(), "bad", "gone");
        push("a", 3);

        MatchingTasks found = dequeue(2, BY_TENANT);

        assertThat(found.tasks().leases()).extracting(Lease::id).containsExactly("a-0", "a-1");
        assertThat(found.tasks().size()).isEqualTo(4);
        assertThat(pending()).isEmpty();
    }

    @Test
    void without_a_free_lane_nothing_is_examined() {
        push("a", 2);

        assertThat(dequeue(0, BY_TENANT).tasks().size()).isZero();

        assertThat(pending()).containsExactly("a-0", "a-1");
    }

    @Test
    void keys_that_nobody_serves_are_found_by_the_time_of_their_look() {
        push("a", 2);
        take(1);

        assertThat(zset(DEFAULT.limitsLooks())).containsExactly("fair:header:tenant");
        Function<String, Double> planned = key -> redis.at(key).zscore(key, "fair:header:tenant");
        assertThat(planned.apply(DEFAULT.limitsLooks())).isGreaterThan(System.currentTimeMillis());
        take(5);
        redis.at(DEFAULT.limitsLooks()).zadd(DEFAULT.limitsLooks(), 1, "fair:header:tenant");
        look(BY_TENANT);
        assertThat(zset(DEFAULT.limitsLooks())).isEmpty();
    }
}
