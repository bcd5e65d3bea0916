package io.github.asynqee.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.redis.KeySpace;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class MaintenanceTest extends BrokerTest {

    @Test
    void due_tasks_become_pending_the_earliest_first() {
        store(Tasks.scheduled("default", "late", T0.plusSeconds(20)),
                Tasks.scheduled("default", "early", T0.plusSeconds(10)),
                Tasks.scheduled("default", "not yet", T0.plusSeconds(31)));
        clock.advance(Duration.ofSeconds(30));

        assertThat(broker.maintenance().forward("default")).isEqualTo(2);

        assertThat(list(DEFAULT.pending())).containsExactly("late", "early");
        assertThat(zset(DEFAULT.scheduled())).containsExactly("not yet");
        assertThat(state("early")).isEqualTo("pending");
        assertThat(field(DEFAULT.task("early"), "pending_since")).isEqualTo("2000000030123456789");
        assertThat(state("not yet")).isEqualTo("scheduled");
    }

    @Test
    void scheduled_and_failed_tasks_are_forwarded_together() {
        settle(active("failed"), new Outcome.Retry(T0.plusSeconds(5), "boom", true));
        store(Tasks.scheduled("default", "scheduled", T0.plusSeconds(5)));
        clock.advance(Duration.ofSeconds(5));

        assertThat(broker.maintenance().forward("default")).isEqualTo(2);
        assertThat(list(DEFAULT.pending())).containsExactlyInAnyOrder("scheduled", "failed");
    }

    @Test
    void many_due_tasks_are_forwarded_in_steps() {
        store(IntStream.range(0, 250).mapToObj(i -> Tasks.scheduled("default", "t" + i, T0.minusSeconds(9_000 - i)))
                .toArray(NewTask[]::new));

        assertThat(broker.maintenance().forward("default")).isEqualTo(100);
        assertThat(broker.maintenance().forward("default")).isEqualTo(100);
        assertThat(broker.maintenance().forward("default")).isEqualTo(50);
        assertThat(broker.maintenance().forward("default")).isZero();
        List<String> expected = new ArrayList<>(IntStream.range(0, 250).mapToObj(i -> "t" + i).toList());
        Collections.reverse(expected);
        assertThat(list(DEFAULT.pending())).isEqualTo(expected);
    }

    @Test
    void a_failed_member_of_a_group_goes_back_to_it_and_the_group_is_listed() {
        Jedis node = redis.at("asynq:{default}:");
        settle(active("t1"), new Outcome.Retry(T0, "boom", true));
        node.hset(DEFAULT.task("t1"), "group", "a:b");

        assertThat(broker.maintenance().forward("default")).isEqualTo(1);

        assertThat(node.zscore(DEFAULT.group("a:b"), "t1")).isEqualTo(2_000_000_000);
        assertThat(broker.groups().list("default")).containsExactly("a:b");
        assertThat(state("t1")).isEqualTo("aggregating");
        assertThat(exists(DEFAULT.pending())).isFalse();
    }

    @Test
    void an_empty_group_is_no_group() {
        settle(active("t1"), new Outcome.Retry(T0, "boom", true));
        redis.at(DEFAULT.task("t1")).hset(DEFAULT.task("t1"), "group", "");

        broker.maintenance().forward("default");

        assertThat(list(DEFAULT.pending())).containsExactly("t1");
    }

    @Test
    void due_ids_without_a_task_are_dropped_and_do_not_stop_the_others() {
        Jedis node = redis.at(DEFAULT.scheduled());
        node.zadd(DEFAULT.scheduled(), 0, "ghost");
        node.zadd(DEFAULT.scheduled(), 2, "bare");
        node.hset(DEFAULT.task("bare"), "result", "left over");
        node.zadd(DEFAULT.scheduled(), 3, "text");
        node.set(DEFAULT.task("text"), "somebody's");
        store(Tasks.scheduled("default", "good", T0));

        assertThat(broker.maintenance().forward("default")).isEqualTo(4);

        assertThat(list(DEFAULT.pending())).containsExactly("good");
        assertThat(exists(DEFAULT.scheduled())).isFalse();
        assertThat(exists(DEFAULT.task("ghost"))).isFalse();
        assertThat(exists(DEFAULT.task("bare"))).isFalse();
        assertThat(node.get(DEFAULT.task("text"))).isEqualTo("somebody's");
    }

    @Test
    void completed_tasks_are_deleted_when_their_retention_has_ended() {
        List<Lease> leases = active(Tasks.retained("default", "short", Duration.ofSeconds(10)),
                Tasks.retained("default", "long", Duration.ofSeconds(11)));
        leases.forEach(lease -> settle(lease, new Outcome.Done()));
        clock.advance(Duration.ofSeconds(10));

        assertThat(broker.maintenance().deleteExpiredCompleted("default")).isEqualTo(1);

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

        assertThat(broker.maintenance().deleteExpiredCompleted("default")).isEqualTo(100);
        assertThat(zset(DEFAULT.completed())).hasSize(50).startsWith("t100");
        assertThat(broker.maintenance().deleteExpiredCompleted("default")).isEqualTo(50);
        assertThat(broker.maintenance().deleteExpiredCompleted("default")).isZero();
        assertThat(dump().keys()).isEmpty();
    }

    @Test
    void expired_leases_are_found_earliest_first_and_changed_by_nobody() {
        List<Lease> leases = active(Tasks.pending("default", "a"), Tasks.pending("default", "b"),
                Tasks.pending("default", "c"));
        clock.advance(Duration.ofSeconds(5));
        broker.working().extend(leases.subList(0, 1));
        clock.advance(Duration.ofSeconds(5));
        broker.working().extend(leases.subList(2, 3));
        KeySpace before = dump();

        Maintenance.ExpiredLeases expired = broker.maintenance().expiredLeases("default", T0.plusSeconds(35));

        assertThat(expired.leases()).extracting(Lease::id).containsExactly("b", "a");
        assertThat(expired.leases()).extracting(lease -> lease.expiresAt().getEpochSecond())
                .containsExactly(2_000_000_030L, 2_000_000_035L);
        dump().assertSameAs(before);
    }

    @Test
    void an_expired_task_is_recovered_unless_its_worker_was_faster() {
        List<Lease> leases = active(Tasks.pending("default", "dead"), Tasks.pending("default", "slow"));
        clock.advance(Duration.ofMinutes(2));
        List<Lease> expired = broker.maintenance().expiredLeases("default", clock.instant()).leases();
        broker.working().extend(leases.subList(1, 2));

        List<SettleResult> results = broker.working().settle(expired.stream()
                .map(lease -> new Settlement(lease, new Outcome.Retry(T0, "asynq: task lease expired", true)))
                .toList());

        assertThat(results).containsExactly(new SettleResult.Settled(), new SettleResult.Lost());
        assertThat(zset(DEFAULT.retry())).containsExactly("dead");
        assertThat(list(DEFAULT.active())).containsExactly("slow");
    }

    @Test
    void leases_without_a_usable_task_do_not_hide_the_others() {
        pendingHash("broken", new byte[]{ (byte) 0xff });
        broker.working().dequeue("default", 1);
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 1_999_999_999, "ghost");
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 0, "text");
        redis.at(DEFAULT.lease()).set(DEFAULT.task("text"), "somebody's");
        active("good");
        clock.advance(Duration.ofMinutes(1));

        Maintenance.ExpiredLeases expired = broker.maintenance().expiredLeases("default", clock.instant());

        assertThat(expired.leases()).extracting(Lease::id).containsExactly("good");
        assertThat(expired.unusable()).extracting(unusable -> unusable.lease().id()).containsExactly("broken");
        assertThat(expired.vanished()).containsExactly("text", "ghost");
    }
}
