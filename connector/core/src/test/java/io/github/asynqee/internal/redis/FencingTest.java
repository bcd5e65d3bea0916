package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.Progress;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.delivery.LeaseExtender;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.internal.protocol.CheckpointRecord;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Only the holder of the lease may settle a task. */
class FencingTest extends BrokerTest {

    private static final Duration STEP = Duration.ofSeconds(5);

    /** A task with or without retention, and its outcome. */
    private record Ending(Duration retention, Outcome outcome) {

        NewTask task(String id) {
            return Tasks.retained("default", id, retention);
        }
    }

    static Stream<Ending> endings() {
        return Stream.concat(outcomes().map(outcome -> new Ending(Duration.ZERO, outcome)),
                Stream.of(new Ending(Duration.ofHours(1), new Outcome.Done())));
    }

    @ParameterizedTest
    @MethodSource("endings")
    void a_worker_whose_task_was_taken_over_changes_nothing(Ending ending) {
        Lease slow = active(ending.task("t1")).get(0);
        clock.advance(STEP);
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 2_000_000_060, "t1");
        KeySpace before = dump();

        assertThat(settle(slow, ending.outcome())).isEqualTo(new Settlement.Result.Lost());
        dump().assertSameAs(before);
    }

    @ParameterizedTest
    @MethodSource("endings")
    void a_worker_whose_task_was_recovered_and_is_run_again_changes_nothing(Ending ending) {
        Lease slow = active(ending.task("t1")).get(0);
        clock.advance(Duration.ofMinutes(2));
        assertThat(broker.maintenanceCommands().expiredLeases("default", clock.instant(), 0).leases())
                .allSatisfy(expired -> settle(expired, new Outcome.Requeue()));
        Lease second = broker.workerCommands().dequeue("default", 1).leases().get(0);
        KeySpace before = dump();

        assertThat(settle(slow, ending.outcome())).isEqualTo(new Settlement.Result.Lost());
        dump().assertSameAs(before);
        assertThat(settle(second, ending.outcome())).isEqualTo(new Settlement.Result.Settled());
    }

    @ParameterizedTest
    @MethodSource("endings")
    void without_a_lease_nothing_changes(Ending ending) {
        Lease lease = active(ending.task("t1")).get(0);
        redis.at(DEFAULT.lease()).zrem(DEFAULT.lease(), "t1");
        KeySpace before = dump();

        assertThat(settle(lease, ending.outcome())).isEqualTo(new Settlement.Result.Lost());
        dump().assertSameAs(before);
    }

    @ParameterizedTest
    @MethodSource("endings")
    void a_task_that_is_not_active_is_left_alone(Ending ending) {
        Lease lease = active(ending.task("t1")).get(0);
        redis.at(DEFAULT.active()).lrem(DEFAULT.active(), 0, "t1");
        KeySpace before = dump();

        assertThat(settle(lease, ending.outcome())).isEqualTo(new Settlement.Result.Lost());
        dump().assertSameAs(before);
    }

    @ParameterizedTest
    @MethodSource("endings")
    void the_second_settlement_changes_nothing(Ending ending) {
        Lease lease = active(ending.task("t1")).get(0);
        settle(lease, ending.outcome());
        KeySpace before = dump();

        assertThat(settle(lease, ending.outcome())).isEqualTo(new Settlement.Result.Lost());
        dump().assertSameAs(before);
    }

    @ParameterizedTest
    @MethodSource("endings")
    void a_repeated_settlement_does_not_end_the_next_attempt_within_the_same_second(Ending ending) {
        Lease first = active(ending.task("t1")).get(0);
        settle(first, ending.outcome());
        if (ending.outcome() instanceof Outcome.Requeue) {
            assertThat(list(DEFAULT.pending())).containsExactly("t1");
        } else {
            redis.clear();
            store(ending.task("t1"));
        }
        Lease second = broker.workerCommands().dequeue("default", 1).leases().get(0);
        assertThat(second.scores()).isEqualTo(first.scores());
        KeySpace before = dump();

        assertThat(settle(first, ending.outcome())).isEqualTo(new Settlement.Result.Lost());
        assertThat(broker.workerCommands().writeResult(first, new byte[1])).isFalse();
        dump().assertSameAs(before);
        assertThat(settle(second, ending.outcome())).isEqualTo(new Settlement.Result.Settled());
    }

    @ParameterizedTest
    @MethodSource("endings")
    void nor_that_of_a_worker_of_another_implementation(Ending ending) {
        Lease first = active(ending.task("t1")).get(0);
        settle(first, ending.outcome());
        for (String collection : List.of(DEFAULT.retry(), DEFAULT.archived(), DEFAULT.completed(), DEFAULT.pending())) {
            redis.at(collection).del(collection);
        }
        // as a worker of Go dequeues
        redis.at(DEFAULT.lease()).hset(DEFAULT.task("t1"), Map.of("msg", "of Go", "state", "active"));
        redis.at(DEFAULT.lease()).lpush(DEFAULT.active(), "t1");
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 2_000_000_030, "t1");
        KeySpace before = dump();

        assertThat(settle(first, ending.outcome())).isEqualTo(new Settlement.Result.Lost());
        dump().assertSameAs(before);
    }

    @Test
    void a_lease_that_may_have_ended_is_not_extended() {
        Lease first = active("t1");
        settle(first, new Outcome.Requeue());
        Lease second = broker.workerCommands().dequeue("default", 1).leases().get(0);
        clock.advance(STEP);

        // before the reply to the settlement has arrived, or if it is lost
        extend(first);
        assertThat(settle(second, new Outcome.Done())).isEqualTo(new Settlement.Result.Settled());
    }

    @Test
    void a_lease_whose_settlement_was_refused_is_extended() {
        Lease lease = active("t1");
        redis.at(DEFAULT.retry()).set(DEFAULT.retry(), "of another type");
        assertThat(settle(lease, new Outcome.Retry(T0, "boom", true))).isInstanceOf(Settlement.Result.Failed.class);
        clock.advance(STEP);

        extend(lease);
        assertThat(redis.at(DEFAULT.lease()).zscore(DEFAULT.lease(), "t1")).isEqualTo(2_000_000_035);
    }

    private void extend(Lease lease) {
        new LeaseExtender(broker.workerCommands(), clock, null, new WorkerMetrics(() -> 0, () -> 0, List.of(), null))
                .runOnce(List.of(new TaskDelivery(lease, 1, clock, null, null)));
    }

    @ParameterizedTest
    @MethodSource("endings")
    void a_settlement_counts_before_and_after_an_extension_under_way_is_written(Ending ending) {
        List<Lease> leases = active(ending.task("t1"), ending.task("t2"));
        leases.forEach(lease -> lease.extending(2_000_000_035));
        // Redis executed the extension of t2, but its reply was lost
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 2_000_000_035, "t2");

        assertThat(settle(leases.get(0), ending.outcome())).isEqualTo(new Settlement.Result.Settled());
        assertThat(settle(leases.get(1), ending.outcome())).isEqualTo(new Settlement.Result.Settled());
    }

    @ParameterizedTest
    @MethodSource("endings")
    void the_score_before_a_confirmed_extension_does_not_count(Ending ending) {
        Lease lease = active(ending.task("t1")).get(0);
        Lease stale = new Lease(lease.message(), lease.expiresAt().getEpochSecond());
        clock.advance(STEP);
        assertThat(broker.workerCommands().extend(List.of(lease))).isEmpty();
        KeySpace before = dump();

        assertThat(settle(stale, ending.outcome())).isEqualTo(new Settlement.Result.Lost());
        dump().assertSameAs(before);
        assertThat(settle(lease, ending.outcome())).isEqualTo(new Settlement.Result.Settled());
    }

    @ParameterizedTest
    @MethodSource("endings")
    void in_a_batch_only_the_own_tasks_are_settled(Ending ending) {
        List<Lease> leases = active(ending.task("t1"), ending.task("t2"),
                ending.task("t3"));
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 2_000_000_099, "t2");

        assertThat(
                broker.workerCommands()
                        .write(leases.stream().map(lease -> new Settlement(lease, ending.outcome())).toList()))
                .containsExactly(new Settlement.Result.Settled(), new Settlement.Result.Lost(),
                        new Settlement.Result.Settled());
        assertThat(list(DEFAULT.active())).containsExactly("t2");
        assertThat(zset(DEFAULT.lease())).containsExactly("t2");
        assertThat(state("t2")).isEqualTo("active");
    }

    @ParameterizedTest
    @MethodSource("endings")
    void a_score_below_all_the_worker_wrote_is_somebody_elses(Ending ending) {
        Lease lease = active(ending.task("t1")).get(0);
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 2_000_000_029, "t1");
        KeySpace before = dump();

        assertThat(settle(lease, ending.outcome())).isEqualTo(new Settlement.Result.Lost());
        assertThat(broker.workerCommands().extend(List.of(lease))).containsExactly(lease);
        assertThat(broker.workerCommands().writeResult(new Lease(lease.message(), 2_000_000_030), new byte[1]))
                .isFalse();
        dump().assertSameAs(before);
    }

    @Test
    void a_lease_that_somebody_else_wrote_is_not_extended() {
        Lease lease = active("t1");
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 2_000_000_099, "t1");
        KeySpace before = dump();
        clock.advance(STEP);

        assertThat(broker.workerCommands().extend(List.of(lease))).containsExactly(lease);
        dump().assertSameAs(before);
        assertThat(lease.expiresAt().getEpochSecond()).isEqualTo(2_000_000_030);
    }

    @Test
    void an_extension_counts_whether_the_last_one_was_written_or_not() {
        List<Lease> leases = active(Tasks.pending("default", "t1"), Tasks.pending("default", "t2"));
        leases.forEach(lease -> lease.extending(2_000_000_035));
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 2_000_000_035, "t2");
        clock.advance(Duration.ofSeconds(10));

        assertThat(broker.workerCommands().extend(leases)).isEmpty();
        assertThat(leases).allSatisfy(
                lease -> assertThat(lease.expiresAt().getEpochSecond()).isEqualTo(2_000_000_040));
        assertThat(redis.at(DEFAULT.lease()).zscore(DEFAULT.lease(), "t1")).isEqualTo(2_000_000_040);
        assertThat(redis.at(DEFAULT.lease()).zscore(DEFAULT.lease(), "t2")).isEqualTo(2_000_000_040);
    }

    @Test
    void a_lost_lease_is_not_brought_back_by_an_extension() {
        Lease lease = active("t1");
        redis.at(DEFAULT.lease()).zrem(DEFAULT.lease(), "t1");

        assertThat(broker.workerCommands().extend(List.of(lease))).containsExactly(lease);
        assertThat(exists(DEFAULT.lease())).isFalse();
    }

    @Test
    void a_fail_over_that_takes_back_the_last_extension_takes_no_task_from_its_worker() {
        for (boolean extendedAgain : new boolean[]{ false, true }) {
            String id = "t" + extendedAgain;
            Lease lease = active(id);
            long before = lease.expiresAt().getEpochSecond();
            clock.advance(STEP);
            assertThat(broker.workerCommands().extend(List.of(lease))).isEmpty();
            redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), before, id);

            if (extendedAgain) {
                clock.advance(STEP);
                assertThat(broker.workerCommands().extend(List.of(lease))).isEmpty();
            }

            assertThat(settle(lease, new Outcome.Done())).isEqualTo(new Settlement.Result.Settled());
        }
    }

    @Test
    void a_lease_that_could_not_be_extended_is_not_the_one_somebody_else_gets_with_that_score() {
        Lease lost = active("t1");
        clock.advance(Duration.ofMinutes(2));
        redis.at(DEFAULT.lease()).zrem(DEFAULT.lease(), "t1");
        redis.at(DEFAULT.lease()).lrem(DEFAULT.active(), 0, "t1");
        redis.at(DEFAULT.lease()).lpush(DEFAULT.pending(), "t1");
        assertThat(broker.workerCommands().extend(List.of(lost))).containsExactly(lost);

        Lease others = broker.workerCommands().dequeue("default", 1).leases().get(0);

        assertThat(settle(lost, new Outcome.Done())).isEqualTo(new Settlement.Result.Lost());
        assertThat(settle(others, new Outcome.Done())).isEqualTo(new Settlement.Result.Settled());
    }

    @Test
    void a_result_is_written_under_the_own_lease_only() {
        Lease lease = active("t1");
        byte[] result = { 0, (byte) 0xff };

        assertThat(broker.workerCommands().writeResult(new Lease(lease.message(), 2_000_000_029), result)).isFalse();
        assertThat(field(DEFAULT.task("t1"), "result")).isNull();

        assertThat(broker.workerCommands().writeResult(lease, result)).isTrue();
        assertThat(redis.at(DEFAULT.lease()).hget(DEFAULT.task("t1").getBytes(), "result".getBytes()))
                .isEqualTo(result);
        lease.extending(2_000_000_035);
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 2_000_000_035, "t1");
        assertThat(broker.workerCommands().writeResult(lease, result)).isTrue();
        lease.extending(2_000_000_040);
        lease.extended(2_000_000_035);
        lease.extending(2_000_000_041);
        assertThat(broker.workerCommands().writeResult(lease, result)).isTrue();
    }

    @Test
    void a_result_for_a_task_that_is_gone_leaves_nothing_behind() {
        Lease done = active("t1");
        settle(done, new Outcome.Done());
        assertThat(broker.workerCommands().writeResult(done, new byte[1])).isFalse();

        Lease deleted = active("t2");
        redis.at(DEFAULT.lease()).del(DEFAULT.task("t2"));
        assertThat(broker.workerCommands().writeResult(deleted, new byte[1])).isFalse();

        assertThat(exists(DEFAULT.task("t1"))).isFalse();
        assertThat(exists(DEFAULT.task("t2"))).isFalse();
    }

    @Test
    void progress_is_kept_while_the_task_runs_and_forgotten_when_it_is_run_again() {
        Lease lease = active("t1");
        Progress progress = new Progress(42, "page 4 of 10, \u00fcber", clock.instant().truncatedTo(ChronoUnit.MILLIS));

        assertThat(broker.workerCommands().writeProgress(new Lease(lease.message(), 2_000_000_029), progress))
                .isFalse();
        assertThat(progress("t1")).isNull();
        assertThat(broker.workerCommands().writeProgress(lease, progress)).isTrue();
        assertThat(progress("t1")).isEqualTo(progress);

        settle(lease, new Outcome.Requeue());
        assertThat(broker.workerCommands().writeProgress(lease, progress)).isFalse();
        Lease again = broker.workerCommands().dequeue("default", 1).leases().get(0);
        assertThat(progress("t1")).isNull();

        settle(again, new Outcome.Done());
        assertThat(broker.workerCommands().writeProgress(again, progress)).isFalse();
        assertThat(exists(DEFAULT.task("t1"))).isFalse();
    }

    @Test
    void the_holder_of_the_lease_writes_how_far_a_task_has_come_and_that_stays_until_it_is_done() {
        Lease first = active("t1");
        CheckpointRecord third = new CheckpointRecord(0, 3, 10, "row 3".getBytes());

        assertThat(broker.workerCommands().readCheckpoint(first)).isNull();
        assertThat(broker.workerCommands().writeCheckpoint(first, third,
                new Progress(30, "3 of 10", clock.instant()))).isTrue();
        assertThat(progress("t1").percent()).isEqualTo(30);
        settle(first, new Outcome.Requeue());
        Lease second = broker.workerCommands().dequeue("default", 1).leases().get(0);

        assertThat(broker.workerCommands().writeCheckpoint(first, new CheckpointRecord(0, 4, 10, "late".getBytes()),
                null)).isFalse();
        assertThat(broker.workerCommands().readCheckpoint(second)).usingRecursiveComparison().isEqualTo(third);
        settle(second, new Outcome.Done());
        assertThat(exists(DEFAULT.task("t1"))).isFalse();
    }

    private Progress progress(String id) {
        return PrivateFields.progress(redis.at(DEFAULT.lease()).hget(DEFAULT.task(id).getBytes(),
                PrivateFields.PROGRESS.getBytes()));
    }
}
