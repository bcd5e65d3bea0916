package io.github.asynqee.internal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import io.github.asynqee.VersionRange;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Demand.Kind;
import io.github.asynqee.internal.broker.Demand.Reach;
import io.github.asynqee.internal.broker.Demand.Route;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.feature.limit.LimitCommands;
import io.github.asynqee.internal.feature.limit.LimitCommands.LimitLook;
import io.github.asynqee.internal.feature.limit.LimitRule;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.Limit;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Transaction;

/** Tasks of a key start only as a limit allows; what has to wait is among the scheduled tasks and starts in its turn. */
class LimitsTest extends BrokerTest {

    private static final String RUNNING = DEFAULT.limits() + "running";
    private static final String WAITING = DEFAULT.limits() + "waiting";
    private static final String LOOKS = DEFAULT.limits() + "looks";
    private static final String READY = DEFAULT.limits() + "ready:limit";
    private static final LimitRule ONE_OF_TENANT = running("header:tenant", 1);

    private static LimitRule running(String by, int running) {
        return new LimitRule(Limit.of("limit", by, running, null));
    }

    private static NewTask task(String id, UnaryOperator<TaskMessage.Builder> with) {
        return new NewTask(with.apply(TaskMessage.builder("email", id, "default").maxRetry(3)).build(),
                new Placement.Pending(), null);
    }

    /** A task of the tenant with the first letter of its ID. */
    private static NewTask task(String id) {
        return task(id, message -> message.headers(Map.of("first", "1", "tenant", id.substring(0, 1), "last", "2")));
    }

    private void push(String... ids) {
        store(Arrays.stream(ids).map(LimitsTest::task).toArray(NewTask[]::new));
    }

    private MatchingTasks dequeue(Route... routes) {
        return broker.workerCommands().dequeue("default",
                new Demand(List.of(routes), null, Reach.far(16), null));
    }

    private MatchingTasks dequeue(int max, LimitRule limit) {
        return dequeue(new Route(Kind.TYPE, "", max, null, null, limit));
    }

    private Map<String, Lease> take(int max, LimitRule limit) {
        Map<String, Lease> leases = new HashMap<>();
        dequeue(max, limit).tasks().leases().forEach(lease -> leases.put(lease.id(), lease));
        return leases;
    }

    private static List<String> ids(MatchingTasks found) {
        return found.tasks().leases().stream().map(Lease::id).toList();
    }

    private LimitLook look(LimitRule... rules) {
        return broker.commands(LimitCommands.class).look("default", List.of(rules), 0);
    }

    /** All keys are due now. */
    private void lookAtAllNow() {
        for (String key : zset(LOOKS)) {
            redis.at(LOOKS).zadd(LOOKS, 1, key);
        }
    }

    private List<String> pending() {
        List<String> ids = new ArrayList<>(list(DEFAULT.pending()));
        Collections.reverse(ids);
        return ids;
    }

    @Test
    void no_more_tasks_of_a_key_are_taken_than_may_run_and_those_of_other_keys_are_taken_past_them() {
        push("a1", "a2", "a3", "a4", "b1", "c1");

        MatchingTasks found = dequeue(4, running("header:tenant", 2));

        assertThat(ids(found)).containsExactly("a1", "a2", "b1", "c1");
        assertThat(found.postponed()).isEqualTo(2);
        assertThat(pending()).isEmpty();
        assertThat(found.tasks().leases()).extracting(LimitsTest::key).containsExactly("limit a",
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
    void tasks_of_one_limit_are_found_regardless_of_how_many_keys_of_another_are_ready() {
        LimitRule ofSms = new LimitRule(Limit.of("sms", "header:tenant", 1, null));
        Route[] both = { new Route(Kind.TYPE, "email", 200, null, null, ONE_OF_TENANT),
                new Route(Kind.TYPE, "sms", 200, null, null, ofSms) };
        NewTask[] sms = IntStream.range(0, 320).mapToObj(i -> sms("s" + i, "t" + i % 160)).toArray(NewTask[]::new);
        store(sms);
        push("a1", "a2");
        List<Settlement> ends = new ArrayList<>();
        MatchingTasks found;
        do {
            found = dequeue(both);
            found.tasks().leases().forEach(lease -> ends.add(new Settlement(lease, new Outcome.Done())));
        } while (found.tasks().size() > 0);
        store(sms("new", "t"));
        MatchingTasks before = dequeue(new Route(Kind.TYPE, "email", 1, null, null, ONE_OF_TENANT),
                new Route(Kind.TYPE, "sms", 0, null, null, ofSms));
        // first that of the other type
        Collections.reverse(ends);
        broker.workerCommands().write(ends);

        Demand demand = new Demand(
                List.of(new Route(Kind.TYPE, "email", 1, before.routes().get(0).mark(), null, ONE_OF_TENANT),
                        new Route(Kind.TYPE, "sms", 0, before.routes().get(1).mark(), null, ofSms)),
                before.anchor(), Reach.far(16), null);
        assertThat(ids(broker.workerCommands().dequeue("default", demand))).containsExactly("a2");
    }

    @Test
    void tasks_of_a_channel_are_found_though_keys_of_the_same_limit_are_ready_that_have_no_lane() {
        store(IntStream.range(0, 320).mapToObj(i -> sms("s" + i, "t" + i % 160)).toArray(NewTask[]::new));
        push("a1", "a2");
        List<Settlement> ends = new ArrayList<>();
        MatchingTasks found;
        do {
            found = dequeue(200, ONE_OF_TENANT);
            found.tasks().leases().forEach(lease -> ends.add(new Settlement(lease, new Outcome.Done())));
        } while (found.tasks().size() > 0);
        broker.workerCommands().write(ends);

        List<String> started = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            started.addAll(ids(dequeue(new Route(Kind.TYPE, "email", 1, null, null, ONE_OF_TENANT),
                    new Route(Kind.TYPE, "sms", 0, null, null, ONE_OF_TENANT))));
        }
        assertThat(started).containsExactly("a2");
    }

    private static NewTask sms(String id, String tenant) {
        return new NewTask(TaskMessage.builder("sms", id, "default").headers(Map.of("tenant", tenant)).build(),
                new Placement.Pending(), null);
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
    void what_waits_for_a_limit_that_was_renamed_starts_under_the_new_name_and_in_its_order() {
        LimitRule renamed = new LimitRule(Limit.of("renamed", "header:tenant", 1, null));
        push("a1", "a2", "a3", "a4");
        settle(take(9, ONE_OF_TENANT).get("a1"), new Outcome.Done());
        redis.at(LOOKS).zadd(LOOKS, System.currentTimeMillis() - 10_000d, "limit a");
        assertThat(look(renamed).ready()).isOne();

        List<String> started = new ArrayList<>();
        while (started.size() < 3) {
            Map<String, Lease> taken = take(9, renamed);
            assertThat(taken).hasSizeLessThanOrEqualTo(1);
            taken.forEach((id, lease) -> {
                started.add(id);
                assertThat(key(lease)).isEqualTo("renamed a");
                settle(lease, new Outcome.Done());
            });
        }

        assertThat(started).containsExactly("a2", "a3", "a4");
        lookAtAllNow();
        look(renamed);
        assertThat(redis.at(WAITING).exists(WAITING, LOOKS, RUNNING, DEFAULT.limits() + "ready:renamed")).isZero();
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
    void a_key_is_checked_though_the_clock_of_redis_was_set_back() {
        LimitRule rate = new LimitRule(Limit.of("limit", "header:tenant", 0, new Limit.Rate(1, Duration.ofHours(1))));
        long hourAhead = System.currentTimeMillis() + 3_600_000;
        push("a1", "a2");
        assertThat(take(9, rate)).containsOnlyKeys("a1");
        String starts = DEFAULT.limits() + "starts:limit a";
        redis.at(starts).zadd(starts, hourAhead * 1_000d, zset(starts).get(0));
        redis.at(LOOKS).zadd(LOOKS, hourAhead, "limit a");

        assertThat(look(rate).ready()).isOne();

        assertThat(take(9, rate)).containsOnlyKeys("a2");
    }

    private MatchingTasks dequeueOfTwo(LimitRule ofOthers, LimitRule limit) {
        return dequeue(new Route(Kind.TYPE, "other:", 9, null, null, ofOthers),
                new Route(Kind.TYPE, "", 9, null, null, limit));
    }

    @Test
    void tasks_of_a_renamed_limit_run_once_though_the_queue_has_two_limits() {
        LimitRule renamed = new LimitRule(Limit.of("renamed", "header:tenant", 9, null));
        LimitRule other = new LimitRule(Limit.of("other", "header:tenant", 9, null));
        push("a1", "a2", "a3", "a4");
        settle(take(9, ONE_OF_TENANT).get("a1"), new Outcome.Done());
        redis.at(LOOKS).zadd(LOOKS, System.currentTimeMillis() - 10_000d, "limit a");
        look(renamed, other);

        List<String> started = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            started.addAll(ids(dequeueOfTwo(other, renamed)));
            assertThat(pending()).doesNotHaveDuplicates();
        }

        assertThat(started).containsExactly("a2", "a3", "a4");
        assertThat(pending()).isEmpty();
    }

    @Test
    void a_key_is_judged_by_its_own_limit_though_a_node_without_it_has_made_the_key_ready() {
        LimitRule other = new LimitRule(Limit.of("other", "header:tenant", 50, null));
        push("a1", "a2", "a3");
        assertThat(take(9, ONE_OF_TENANT)).containsOnlyKeys("a1");
        redis.at(LOOKS).zadd(LOOKS, System.currentTimeMillis() - 10_000d, "limit a");
        assertThat(look(other).ready()).isOne();

        for (int i = 0; i < 3; i++) {
            assertThat(ids(dequeueOfTwo(other, ONE_OF_TENANT))).isEmpty();
            assertThat(pending()).isEmpty();
        }
        assertThat(zset(DEFAULT.scheduled())).containsExactlyInAnyOrder("a2", "a3");
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

    private static String key(Lease lease) {
        return ((LimitRule.Key) lease.admitted()).key();
    }

    private List<String> keys(LimitRule limit) {
        DequeuedTasks tasks = dequeue(9, limit).tasks();
        List<String> keys = tasks.leases().stream().map(LimitsTest::key).toList();
        List<Settlement> back = new ArrayList<>();
        tasks.leases().forEach(lease -> back.add(0, new Settlement(lease, new Outcome.Requeue())));
        broker.workerCommands().write(back);
        return keys;
    }

    @Test
    void routes_without_a_limit_take_what_they_want() {
        store(task("a1"), task("a2"), new NewTask(TaskMessage.builder("sms", "s1", "default").build(),
                new Placement.Pending(), null));

        MatchingTasks found = dequeue(new Route(Kind.TYPE, "email", 5, null, null, ONE_OF_TENANT),
                new Route(Kind.TYPE, "sms", 5, null));

        assertThat(ids(found)).containsExactly("a1", "s1");
        assertThat(found.tasks().leases().get(1).admitted()).isNull();
        assertThat(found.routes()).extracting(MatchingTasks.RouteState::exhausted).containsExactly(true, true);
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

    @Test
    void no_more_tasks_start_in_any_period_than_a_rate_allows() throws InterruptedException {
        LimitRule rate = new LimitRule(Limit.of("limit", "queue", 0, new Limit.Rate(3, Duration.ofMillis(400))));
        push("a1", "a2", "a3", "a4", "a5");
        long began = System.nanoTime();
        assertThat(take(9, rate)).containsOnlyKeys("a1", "a2", "a3");

        LimitLook look = look(rate);

        assertThat(look.ready()).isZero();
        assertThat(look.next()).isBetween(Duration.ZERO, Duration.ofMillis(401));
        await().until(() -> look(rate).ready() == 1);
        assertThat(System.nanoTime() - began).isGreaterThan(Duration.ofMillis(390).toNanos());
        assertThat(ids(dequeue(9, rate))).containsExactly("a4", "a5");
    }

    @Test
    void a_task_may_close_its_key_for_a_time_and_is_the_first_when_it_opens() {
        push("a1", "a2", "b1");
        LimitRule keys = running("header:tenant", 0);
        Map<String, Lease> taken = take(2, keys);

        settle(taken.get("a1"), new Outcome.Requeue(Duration.ofMillis(300)));

        assertThat(pending()).containsExactly("a1", "b1");
        assertThat(ids(dequeue(9, keys))).containsExactly("b1");
        assertThat(look(keys).ready()).isZero();
        settle(taken.get("a2"), new Outcome.Requeue());
        await().until(() -> look(keys).ready() == 1);
        assertThat(ids(dequeue(9, keys))).containsExactlyInAnyOrder("a1", "a2");
    }

    @Test
    void a_key_is_closed_for_a_day_at_most() {
        push("a1", "a2");
        String closed = DEFAULT.limits() + "closed";
        long now = System.currentTimeMillis();

        settle(take(1, ONE_OF_TENANT).get("a1"), new Outcome.Requeue(Duration.ofDays(36_525)));

        assertThat(redis.at(closed).zscore(closed, "limit a")).isBetween(now + Duration.ofDays(1).toMillis() - 60_000d,
                now + Duration.ofDays(1).toMillis() + 60_000d);
    }

    @Test
    void a_task_whose_key_could_not_be_closed_is_not_returned_to_the_queue() {
        push("a1");
        Lease a1 = take(1, ONE_OF_TENANT).get("a1");
        redis.at(DEFAULT.limits()).set(DEFAULT.limits() + "closed", "not a zset");

        assertThat(settle(a1, new Outcome.Requeue(Duration.ofSeconds(9)))).isInstanceOf(Settlement.Result.Failed.class);

        assertThat(list(DEFAULT.active())).containsExactly("a1");
        assertThat(pending()).isEmpty();
    }

    @Test
    void the_listener_is_told_when_a_key_opens_by_itself() {
        List<Duration> looks = new ArrayList<>();
        broker.commands(LimitCommands.class).addListener((queue, in) -> looks.add(in));
        push("a1", "a2");

        dequeue(9, new LimitRule(Limit.of("limit", "queue", 0, new Limit.Rate(1, Duration.ofSeconds(3)))));

        assertThat(looks).hasSize(1).first().satisfies(in -> assertThat(in).isLessThan(Duration.ofMillis(3_100)));
    }

    @Test
    void the_listener_is_told_when_a_key_opens_that_was_closed_while_all_its_other_tasks_wait() {
        push("a1", "a2");
        Lease first = take(9, ONE_OF_TENANT).get("a1");
        List<Duration> looks = new ArrayList<>();
        broker.commands(LimitCommands.class).addListener((queue, in) -> looks.add(in));

        settle(first, new Outcome.Requeue(Duration.ofMillis(300)));

        assertThat(looks).containsExactly(Duration.ofMillis(300));
    }

    @Test
    void a_limit_that_this_worker_does_not_know_is_left_to_those_that_do() {
        push("a1", "a2");
        settle(take(9, ONE_OF_TENANT).get("a1"), new Outcome.Done());
        push("a3");
        dequeue(9, ONE_OF_TENANT);
        redis.at(LOOKS).zadd(LOOKS, System.currentTimeMillis() - 2_000d, "limit a");

        assertThat(look(new LimitRule(Limit.of("other", "queue", 5, null))).ready()).isZero();
        assertThat(zset(DEFAULT.scheduled())).containsExactly("a3");
    }

    @Test
    void tasks_that_run_no_more_are_forgotten_though_nobody_waits_for_them() {
        push("a1", "b1");
        take(9, ONE_OF_TENANT);
        redis.at(DEFAULT.lease()).zrem(DEFAULT.lease(), "a1");

        look(ONE_OF_TENANT);

        assertThat(zset(RUNNING)).containsExactly("limit b\0b1");
    }
}
