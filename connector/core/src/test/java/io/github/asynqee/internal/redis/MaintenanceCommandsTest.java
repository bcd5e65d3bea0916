package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MaintenanceCommands;
import io.github.asynqee.internal.broker.MaintenanceCommands.LeaseRepairs;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.delivery.AttemptRecorder;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class MaintenanceCommandsTest extends BrokerTest {

    @Test
    void completed_tasks_are_deleted_when_their_retention_has_ended() {
        List<Lease> leases = active(Tasks.retained("default", "short", Duration.ofSeconds(10)),
                Tasks.retained("default", "long", Duration.ofSeconds(11)));
        leases.forEach(lease -> settle(lease, new Outcome.Done()));
        clock.advance(Duration.ofSeconds(10));

        assertThat(broker.maintenanceCommands().deleteExpiredCompleted("default")).isEqualTo(1);

        assertThat(zset(DEFAULT.completed())).containsExactly("long");
        assertThat(exists(DEFAULT.task("short"))).isFalse();
        assertThat(exists(DEFAULT.task("long"))).isTrue();
    }

    @Test
    void many_completed_tasks_are_deleted_in_steps() {
        Jedis node = redis.at(DEFAULT.completed());
        for (int i = 0; i < 150; i++) {
            node.zadd(DEFAULT.completed(), i, "t" + i);
            node.hset(DEFAULT.task("t" + i), "state", "completed");
        }

        assertThat(broker.maintenanceCommands().deleteExpiredCompleted("default")).isEqualTo(100);
        assertThat(zset(DEFAULT.completed())).hasSize(50).startsWith("t100");
        assertThat(broker.maintenanceCommands().deleteExpiredCompleted("default")).isEqualTo(50);
        assertThat(broker.maintenanceCommands().deleteExpiredCompleted("default")).isZero();
        assertThat(dump().keys()).isEmpty();
    }

    @Test
    void expired_leases_are_found_earliest_first_and_changed_by_nobody() {
        List<Lease> leases = active(Tasks.pending("default", "a"), Tasks.pending("default", "b"),
                Tasks.pending("default", "c"));
        clock.advance(Duration.ofSeconds(5));
        broker.workerCommands().extend(leases.subList(0, 1));
        clock.advance(Duration.ofSeconds(5));
        broker.workerCommands().extend(leases.subList(2, 3));
        KeySpace before = dump();

        MaintenanceCommands.ExpiredLeases expired = broker.maintenanceCommands().expiredLeases("default",
                T0.plusSeconds(35), 0);

        assertThat(expired.leases()).extracting(Lease::id).containsExactly("b", "a");
        assertThat(expired.leases()).extracting(lease -> lease.expiresAt().getEpochSecond())
                .containsExactly(2_000_000_030L, 2_000_000_035L);
        dump().assertSameAs(before);
    }

    @Test
    void an_expired_task_is_recovered_unless_its_worker_was_faster() {
        List<Lease> leases = active(Tasks.pending("default", "dead"), Tasks.pending("default", "slow"));
        clock.advance(Duration.ofMinutes(2));
        List<Lease> expired = broker.maintenanceCommands().expiredLeases("default", clock.instant(), 0).leases();
        broker.workerCommands().extend(leases.subList(1, 2));

        List<Settlement.Result> results = broker.workerCommands().write(expired.stream()
                .map(lease -> new Settlement(lease, new Outcome.Retry(T0, "asynq: task lease expired", true)))
                .toList());

        assertThat(results).containsExactly(new Settlement.Result.Settled(), new Settlement.Result.Lost());
        assertThat(zset(DEFAULT.retry())).containsExactly("dead");
        assertThat(list(DEFAULT.active())).containsExactly("slow");
    }

    @Test
    void leases_without_a_usable_task_do_not_hide_the_others() {
        pendingHash("broken", new byte[]{ (byte) 0xff });
        broker.workerCommands().dequeue("default", 1);
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 1_999_999_999, "ghost");
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 0, "text");
        redis.at(DEFAULT.lease()).set(DEFAULT.task("text"), "text");
        active("good");
        clock.advance(Duration.ofMinutes(1));

        MaintenanceCommands.ExpiredLeases expired = broker.maintenanceCommands().expiredLeases("default",
                clock.instant(), 0);

        assertThat(expired.leases()).extracting(Lease::id).containsExactly("good");
        assertThat(expired.unusable()).extracting(unusable -> unusable.lease().id()).containsExactly("broken");
        assertThat(expired.vanished()).containsExactly("text", "ghost");
    }

    @Test
    void a_leased_task_that_is_not_active_goes_back_to_the_head_of_its_queue() {
        active("lost");
        redis.at(DEFAULT.active()).del(DEFAULT.active());
        clock.advance(Duration.ofSeconds(60));
        store(Tasks.pending("default", "later"));

        assertThat(repair(30)).isEqualTo(new LeaseRepairs(1, 0, 0));

        assertThat(list(DEFAULT.pending())).containsExactly("later", "lost");
        assertThat(state("lost")).isEqualTo("pending");
        assertThat(field(DEFAULT.task("lost"), "pending_since")).isEqualTo("2000000060123456789");
        assertThat(exists(DEFAULT.lease())).isFalse();
    }

    @Test
    void a_lease_of_a_task_that_stands_elsewhere_is_dropped() {
        store(Tasks.pending("default", "waiting"));
        KeySpace before = dump();
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 1, "waiting");

        assertThat(repair(0)).isEqualTo(new LeaseRepairs(0, 0, 1));

        dump().assertSameAs(before);
    }

    @Test
    void an_active_task_without_a_lease_gets_a_current_one() {
        active("orphan");
        redis.at(DEFAULT.lease()).del(DEFAULT.lease());
        clock.advance(Duration.ofSeconds(100));

        assertThat(repair(30)).isEqualTo(new LeaseRepairs(0, 1, 0));

        assertThat(redis.at(DEFAULT.lease()).zscore(DEFAULT.lease(), "orphan")).isEqualTo(2_000_000_130);
        assertThat(list(DEFAULT.active())).containsExactly("orphan");
        assertThat(state("orphan")).isEqualTo("active");
        assertThat(repair(30).isNone()).isTrue();
    }

    @Test
    void ids_without_a_task_are_dropped_and_what_is_no_task_is_left_alone() {
        Jedis node = redis.at(DEFAULT.lease());
        node.set("asynq:{default}:unique:u", "bare");
        node.set(DEFAULT.task("text"), "text");
        node.hset(DEFAULT.task("bare"), "state", "active");
        node.hset(DEFAULT.task("bare"), "unique_key", "asynq:{default}:unique:u");
        node.hset(DEFAULT.task("unleased"), "state", "active");
        for (String leased : List.of("ghost", "bare", "text")) {
            node.zadd(DEFAULT.lease(), 1, leased);
        }
        node.lpush(DEFAULT.active(), "bare", "text", "unleased", "nothing");

        assertThat(repair(0)).isEqualTo(new LeaseRepairs(0, 0, 5));

        assertThat(node.keys("*")).containsExactly(DEFAULT.task("text"));
        assertThat(node.get(DEFAULT.task("text"))).isEqualTo("text");
    }

    @Test
    void leases_that_have_not_expired_for_long_enough_and_tasks_in_order_are_left_alone() {
        active("running");
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 2_000_000_030, "ghost");
        clock.advance(Duration.ofSeconds(59));
        KeySpace before = dump();

        assertThat(repair(30).isNone()).isTrue();
        dump().assertSameAs(before);

        clock.advance(Duration.ofSeconds(1));
        assertThat(repair(30)).isEqualTo(new LeaseRepairs(0, 0, 1));
        assertThat(zset(DEFAULT.lease())).containsExactly("running");
        assertThat(list(DEFAULT.active())).containsExactly("running");
    }

    @Test
    void any_number_of_leases_and_active_tasks_is_repaired() {
        store(IntStream.range(0, 2_300).mapToObj(i -> Tasks.pending("default", "t" + i)).toArray(NewTask[]::new));
        while (broker.workerCommands().dequeue("default", 1_000).size() > 0) {
            // until no task is pending
        }
        Jedis node = redis.at(DEFAULT.lease());
        // the oldest and the newest have lost their leases
        node.zrem(DEFAULT.lease(), "t0", "t1", "t2299");
        for (int i = 0; i < 2_100; i++) {
            node.zadd(DEFAULT.lease(), i, "ghost" + i);
        }

        assertThat(repair(0)).isEqualTo(new LeaseRepairs(0, 3, 2_100));

        assertThat(zset(DEFAULT.lease())).hasSize(2_300).allMatch(id -> id.startsWith("t"));
        assertThat(list(DEFAULT.active())).hasSize(2_300);
    }

    private LeaseRepairs repair(int secondsAgo) {
        return broker.maintenanceCommands().repairLeases("default", clock.instant().minusSeconds(secondsAgo), 0);
    }

    @Test
    void a_lease_with_a_score_beyond_all_times_is_recovered_like_any_other() {
        Map<String, Double> scores = Map.of("inf", Double.NEGATIVE_INFINITY, "huge", -1e300, "far", -1e18, "dead",
                1_700_000_000.0);
        for (String id : scores.keySet()) {
            active(id);
        }
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), scores);

        AttemptRecorder recorder = new AttemptRecorder(3, () -> "host:1:a");
        List<Lease> expired = broker.maintenanceCommands().expiredLeases("default", T0, 0).leases();

        assertThat(expired).extracting(Lease::id).containsExactly("inf", "huge", "far", "dead");
        assertThat(expired).allSatisfy(lease -> assertThat(lease.expiresAt()).isBefore(T0));
        assertThat(broker.workerCommands().write(expired.stream()
                .map(lease -> recorder.recovery(lease, new Outcome.Retry(T0, "boom", true))).toList()))
                .containsOnly(new Settlement.Result.Settled());
        assertThat(zset(DEFAULT.retry())).hasSize(4);
        assertThat(exists(DEFAULT.active())).isFalse();
    }
}
