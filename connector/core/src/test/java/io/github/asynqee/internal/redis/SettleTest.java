package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettleTest extends BrokerTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void a_done_task_is_deleted_and_counted() {
        settle(active("t1"), new Outcome.Done());

        assertThat(dump().keys()).containsExactlyInAnyOrder("asynq:queues", DEFAULT.processed(),
                DEFAULT.processed(T0));
        assertThat(counter(DEFAULT.processed())).isEqualTo(1);
    }

    @Test
    void a_revoked_task_is_deleted_even_if_it_was_to_be_kept() {
        Lease lease = active(Tasks.retained("default", "t1", HOUR)).get(0);

        assertThat(settle(lease, new Outcome.Revoke())).isEqualTo(new Settlement.Result.Settled());

        assertThat(exists(DEFAULT.task("t1"))).isFalse();
        assertThat(exists(DEFAULT.completed())).isFalse();
        assertThat(counter(DEFAULT.processed())).isEqualTo(1);
        assertThat(exists(DEFAULT.failed())).isFalse();
    }

    @Test
    void a_negative_retention_is_none() {
        Lease lease = active(Tasks.retained("default", "t1", HOUR.negated())).get(0);

        settle(lease, new Outcome.Done());

        assertThat(exists(DEFAULT.task("t1"))).isFalse();
        assertThat(exists(DEFAULT.completed())).isFalse();
    }

    @Test
    void the_longest_retention_is_kept_for_ever() {
        Lease lease = active(Tasks.retained("default", "t1", Duration.ofSeconds(Long.MAX_VALUE))).get(0);

        assertThat(settle(lease, new Outcome.Done())).isEqualTo(new Settlement.Result.Settled());

        assertThat(state("t1")).isEqualTo("completed");
        assertThat(redis.at(DEFAULT.completed()).zscore(DEFAULT.completed(), "t1")).isGreaterThan(9e18);
    }

    @Test
    void a_retained_task_keeps_its_result_and_not_its_lock() {
        TaskMessage unique = TaskMessage.builder(Tasks.TYPE, "t1", "default").retention(HOUR)
                .uniqueKey(Tasks.lock("default", "s")).build();
        Lease lease = active(new NewTask(unique, new NewTask.Placement.Pending(), HOUR)).get(0);
        broker.workerCommands().writeResult(lease, "fine".getBytes());

        settle(lease, new Outcome.Done());

        assertThat(field(DEFAULT.task("t1"), "result")).isEqualTo("fine");
        assertThat(exists(Tasks.lock("default", "s"))).isFalse();
    }

    @ParameterizedTest
    @MethodSource("ends")
    void a_task_that_is_over_releases_its_lock_and_no_other(Outcome outcome) {
        List<Lease> leases = active(Tasks.unique("default", "t1", "1"), Tasks.unique("default", "t2", "2"),
                Tasks.unique("default", "t3", "3"));

        broker.workerCommands().write(leases.stream().limit(2).map(lease -> new Settlement(lease, outcome)).toList());

        assertThat(redis.at("asynq:{default}:").mget(Tasks.lock("default", "1"), Tasks.lock("default", "2"),
                Tasks.lock("default", "3"))).containsExactly(null, null, "t3");
    }

    static Stream<Outcome> ends() {
        return Stream.of(new Outcome.Done(), new Outcome.Revoke());
    }

    @Test
    void each_task_is_retried_at_its_own_time() throws Exception {
        List<Lease> leases = active(Tasks.pending("default", "t1"), Tasks.pending("default", "t2"));

        broker.workerCommands().write(List.of(
                new Settlement(leases.get(0), new Outcome.Retry(T0.plusSeconds(75), "boom", true)),
                new Settlement(leases.get(1), new Outcome.Retry(T0.plusSeconds(5), "busy", false))));

        assertThat(redis.at(DEFAULT.retry()).zscore(DEFAULT.retry(), "t1")).isEqualTo(2_000_000_075);
        assertThat(redis.at(DEFAULT.retry()).zscore(DEFAULT.retry(), "t2")).isEqualTo(2_000_000_005);
        assertThat(stored("t1").errorMessage()).isEqualTo("boom");
        assertThat(stored("t1").retried()).isEqualTo(1);
        assertThat(stored("t2").errorMessage()).isEqualTo("busy");
        assertThat(stored("t2").retried()).isZero();
    }

    @Test
    void a_failed_task_keeps_its_lock() {
        List<Lease> leases = active(Tasks.unique("default", "t1", "1"), Tasks.unique("default", "t2", "2"),
                Tasks.unique("default", "t3", "3"));

        settle(leases.get(0), new Outcome.Retry(T0, "boom", true));
        settle(leases.get(1), new Outcome.Archive("boom"));
        settle(leases.get(2), new Outcome.Requeue());

        assertThat(redis.at("asynq:{default}:").mget(Tasks.lock("default", "1"), Tasks.lock("default", "2"),
                Tasks.lock("default", "3"))).containsExactly("t1", "t2", "t3");
    }

    @Test
    void requeued_tasks_are_next_the_last_one_first() {
        List<Lease> leases = active(Tasks.pending("default", "t1"), Tasks.pending("default", "t2"));
        store(Tasks.pending("default", "t3"));
        clock.advance(Duration.ofSeconds(4));

        broker.workerCommands().write(List.of(new Settlement(leases.get(1), new Outcome.Requeue()),
                new Settlement(leases.get(0), new Outcome.Requeue())));

        assertThat(broker.workerCommands().dequeue("default", 3).leases()).extracting(Lease::id).containsExactly("t1",
                "t2",
                "t3");
    }

    @Test
    void a_task_is_requeued_behind_others_if_wanted() {
        Lease lease = active("t1");
        store(Tasks.pending("default", "t2"));

        settle(lease, new Outcome.Requeue(true));

        assertThat(list(DEFAULT.pending())).containsExactly("t1", "t2");
        assertThat(state("t1")).isEqualTo("pending");
        assertThat(exists(DEFAULT.active())).isFalse();
    }

    @Test
    void requeued_tasks_wait_from_now() {
        Lease lease = active("t1");
        clock.advance(Duration.ofSeconds(4));

        settle(lease, new Outcome.Requeue());

        assertThat(field(DEFAULT.task("t1"), "pending_since")).isEqualTo("2000000004123456789");
    }

    @Test
    void daily_counters_expire_90_days_after_their_first_increment() {
        List<Lease> leases = active(Tasks.pending("default", "t1"), Tasks.pending("default", "t2"),
                Tasks.pending("default", "t3"));
        settle(leases.get(0), new Outcome.Archive("boom"));
        clock.advance(HOUR);
        settle(leases.get(1), new Outcome.Archive("boom"));

        assertThat(expiresAt(DEFAULT.processed(T0))).isEqualTo(2_007_776_000);
        assertThat(expiresAt(DEFAULT.failed(T0))).isEqualTo(2_007_776_000);
        assertThat(counter(DEFAULT.failed(T0))).isEqualTo(2);
        assertThat(redis.at(DEFAULT.failed()).ttl(DEFAULT.failed())).isEqualTo(-1);

        clock.advance(Duration.ofDays(1));
        settle(leases.get(2), new Outcome.Archive("boom"));
        assertThat(counter(DEFAULT.failed(clock.instant()))).isEqualTo(1);
        assertThat(counter(DEFAULT.failed())).isEqualTo(3);
    }

    @Test
    void totals_start_over_at_the_largest_number() {
        redis.at(DEFAULT.processed()).set(DEFAULT.processed(), Long.toString(Long.MAX_VALUE - 1));
        redis.at(DEFAULT.failed()).set(DEFAULT.failed(), "500");
        List<Lease> leases = active(Tasks.pending("default", "t1"), Tasks.pending("default", "t2"),
                Tasks.pending("default", "t3"));

        settle(leases.get(0), new Outcome.Retry(T0, "boom", true));
        assertThat(counter(DEFAULT.processed())).isEqualTo(1);
        assertThat(counter(DEFAULT.failed())).isEqualTo(1);
        settle(leases.get(1), new Outcome.Done());
        assertThat(counter(DEFAULT.processed())).isEqualTo(2);
        assertThat(counter(DEFAULT.failed())).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void totals_beyond_any_time_go_on(Outcome outcome) {
        long much = 3_000_000_000L;
        redis.at(DEFAULT.processed()).set(DEFAULT.processed(), Long.toString(much));
        redis.at(DEFAULT.failed()).set(DEFAULT.failed(), Long.toString(much));
        List<Lease> leases = active(Tasks.pending("default", "t1"), Tasks.retained("default", "t2", HOUR));

        leases.forEach(lease -> settle(lease, outcome));

        boolean counts = !(outcome instanceof Outcome.Requeue)
                && !(outcome instanceof Outcome.Retry retry && !retry.failure());
        boolean fails = outcome instanceof Outcome.Archive || outcome instanceof Outcome.Retry && counts;
        assertThat(counter(DEFAULT.processed())).isEqualTo(counts ? much + 2 : much);
        assertThat(counter(DEFAULT.failed())).isEqualTo(fails ? much + 2 : much);
    }

    /** Lua numbers are doubles: the last 512 values of a 64-bit counter are indistinguishable, as in Go. */
    @Test
    void a_batch_at_the_largest_number_starts_over_in_the_middle() {
        redis.at(DEFAULT.processed()).set(DEFAULT.processed(), Long.toString(Long.MAX_VALUE - 513));
        redis.at(DEFAULT.failed()).set(DEFAULT.failed(), "500");
        List<Lease> leases = active(Tasks.pending("default", "t1"), Tasks.pending("default", "t2"),
                Tasks.pending("default", "t3"), Tasks.pending("default", "t4"));

        broker.workerCommands().write(
                leases.stream().map(lease -> new Settlement(lease, new Outcome.Archive("boom"))).toList());

        assertThat(counter(DEFAULT.processed())).isEqualTo(2);
        assertThat(counter(DEFAULT.failed())).isEqualTo(2);
        assertThat(counter(DEFAULT.processed(T0))).isEqualTo(4);
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void one_call_settles_tasks_of_several_queues(Outcome outcome) {
        List<Lease> leases = active(
                TestRedis.queues().map(queue -> Tasks.pending(queue, "t1")).toArray(NewTask[]::new));

        assertThat(
                broker.workerCommands().write(leases.stream().map(lease -> new Settlement(lease, outcome)).toList()))
                .hasSize(3).containsOnly(new Settlement.Result.Settled());
        TestRedis.queues().map(QueueKeys::of).forEach(keys -> assertThat(exists(keys.active())).isFalse());
    }

    static Stream<Arguments> outcomesFromBothEnds() {
        return outcomes().flatMap(outcome -> Stream.of(true, false).map(newest -> Arguments.of(outcome, newest)));
    }

    @ParameterizedTest
    @MethodSource("outcomesFromBothEnds")
    void in_a_long_list_of_active_tasks_each_is_found_wherever_it_is(Outcome outcome, boolean newestFirst) {
        NewTask[] tasks = new NewTask[1_500];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = Tasks.pending("default", "t" + i);
        }
        store(tasks);
        List<Lease> leases = new ArrayList<>(broker.workerCommands().dequeue("default", 1_000).leases());
        leases.addAll(broker.workerCommands().dequeue("default", 1_000).leases());
        List<String> others = new ArrayList<>(list(DEFAULT.active()));
        if (newestFirst) {
            Collections.reverse(leases);
        }
        List<Lease> ended = Stream.of(0, 1, 499, 500, 999, 1_000, 1_001, 1_498, 1_499).map(leases::get).toList();
        ended.forEach(lease -> others.remove(lease.id()));

        assertThat(broker.workerCommands().write(ended.stream().map(lease -> new Settlement(lease, outcome)).toList()))
                .containsOnly(new Settlement.Result.Settled());

        assertThat(list(DEFAULT.active())).hasSize(1_491).containsExactlyElementsOf(others);
        assertThat(redis.at(DEFAULT.lease()).zcard(DEFAULT.lease())).isEqualTo(1_491);
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 20, 1_200 })
    void tasks_that_end_together_leave_the_others_active_in_their_order(int older) {
        NewTask[] tasks = new NewTask[older + 100];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = Tasks.pending("default", "t" + i);
        }
        store(tasks);
        for (int left = older; left > 0; left -= 600) {
            broker.workerCommands().dequeue("default", Math.min(left, 600));
        }
        List<Lease> leases = new ArrayList<>(broker.workerCommands().dequeue("default", 100).leases());
        Collections.shuffle(leases, new Random(older));
        for (int ended : new int[]{ 3, 32, 1, 45, 19 }) {
            List<Lease> batch = leases.subList(0, ended);
            List<String> others = new ArrayList<>(list(DEFAULT.active()));
            batch.forEach(lease -> others.remove(lease.id()));

            assertThat(broker.workerCommands()
                    .write(batch.stream().map(lease -> new Settlement(lease, new Outcome.Done())).toList()))
                    .containsOnly(new Settlement.Result.Settled());

            assertThat(list(DEFAULT.active())).containsExactlyElementsOf(others);
            batch.clear();
        }
        assertThat(counter(DEFAULT.processed())).isEqualTo(100);
        assertThat(redis.at(DEFAULT.lease()).zcard(DEFAULT.lease())).isEqualTo(older);
    }

    @Test
    void many_settlements_are_written_in_one_go() {
        NewTask[] tasks = new NewTask[700];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = Tasks.pending("default", "t" + i);
        }
        store(tasks);
        List<Lease> leases = broker.workerCommands().dequeue("default", 1_000).leases();

        List<Settlement.Result> results = broker.workerCommands()
                .write(leases.stream().map(lease -> new Settlement(lease, new Outcome.Done())).toList());

        assertThat(results).hasSize(700).containsOnly(new Settlement.Result.Settled());
        assertThat(counter(DEFAULT.processed())).isEqualTo(700);
        assertThat(counter(DEFAULT.processed(T0))).isEqualTo(700);
    }

    @Test
    void nothing_to_settle_is_nothing_done() {
        assertThat(broker.workerCommands().write(List.of())).isEmpty();
        assertThat(broker.workerCommands().extend(List.of())).isEmpty();
        assertThat(dump().keys()).isEmpty();
    }

    @Test
    void any_error_text_can_be_stored() throws Exception {
        Lease lease = active("t1");

        assertThat(settle(lease, new Outcome.Archive("half \uD83D and " + "long ".repeat(10_000))))
                .isEqualTo(new Settlement.Result.Settled());

        TaskMessage stored = stored("t1");
        assertThat(stored.errorMessage()).startsWith("half \uFFFD and long").hasSize(8_192);
        assertThat(stored.lastFailedAt()).isEqualTo(Instant.ofEpochSecond(2_000_000_000));
    }

    @Test
    void a_task_whose_lock_has_expired_is_done_all_the_same() {
        Lease lease = active(Tasks.unique("default", "t1", "s")).get(0);
        redis.at("asynq:{default}:").del(Tasks.lock("default", "s"));

        assertThat(settle(lease, new Outcome.Done())).isEqualTo(new Settlement.Result.Settled());
        assertThat(exists(DEFAULT.task("t1"))).isFalse();
    }

    @ParameterizedTest
    @MethodSource("ends")
    void a_lock_that_another_task_holds_by_now_stays(Outcome outcome) {
        Lease lease = active(Tasks.unique("default", "t1", "s")).get(0);
        redis.at("asynq:{default}:").set(Tasks.lock("default", "s"), "t2");

        assertThat(settle(lease, outcome)).isEqualTo(new Settlement.Result.Settled());

        assertThat(exists(DEFAULT.task("t1"))).isFalse();
        assertThat(redis.at("asynq:{default}:").get(Tasks.lock("default", "s"))).isEqualTo("t2");
    }

    private TaskMessage stored(String id) throws Exception {
        return TaskMessage.parse(redis.at(DEFAULT.task(id)).hget(DEFAULT.task(id).getBytes(), "msg".getBytes()));
    }

    private long counter(String key) {
        return Long.parseLong(redis.at(key).get(key));
    }

    private long expiresAt(String key) {
        return Math.round((System.currentTimeMillis() + redis.at(key).pttl(key)) / 1000.0);
    }
}
