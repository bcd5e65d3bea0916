package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Demand.Kind;
import io.github.asynqee.internal.broker.Demand.Reach;
import io.github.asynqee.internal.broker.Demand.Route;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.feature.limit.LimitRule;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.worker.Limit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** Recovery of tasks that were leased by a dequeue whose reply was lost. */
@Timeout(60)
class LostDequeueTest {

    private final Jedis redis = TestRedis.SINGLE.nodes().get(0);
    private final ManualClock clock = ManualClock.startingAt(Instant.ofEpochSecond(2_000_000_000));
    private TcpProxy network;
    private Broker broker;

    @BeforeEach
    void connect() {
        TestRedis.SINGLE.clear();
        network = TcpProxy.to(TestRedis.SINGLE.port());
        broker = RedisBroker.connect(RedisConfig.of(network.url()), clock);
        // loads the script
        broker.workerCommands().dequeue("default", 1);
    }

    @AfterEach
    void disconnect() {
        broker.close();
        network.close();
    }

    private void store(String... ids) {
        for (String id : ids) {
            broker.producerCommands().store(List.of(Tasks.pending("default", id)));
        }
    }

    private void loseDequeue(int max) {
        network.loseNextReplyTo("EVALSHA");
        assertThatThrownBy(() -> broker.workerCommands().dequeue("default", max))
                .isInstanceOf(AmbiguousResultException.class);
    }

    private List<String> dequeue(int max) {
        return broker.workerCommands().dequeue("default", max).leases().stream().map(Lease::id).toList();
    }

    @Test
    void the_tasks_of_a_lost_answer_come_with_the_next_one() {
        store("t1", "t2", "t3");
        loseDequeue(2);

        List<Lease> recalled = broker.workerCommands().dequeue("default", 9).leases();

        assertThat(recalled).extracting(Lease::id).containsExactly("t1", "t2");
        assertThat(broker.workerCommands().write(List.of(new Settlement(recalled.get(0), new Outcome.Done()))))
                .containsExactly(new Settlement.Result.Settled());
        assertThat(dequeue(9)).containsExactly("t3");
        assertThat(dequeue(9)).isEmpty();
    }

    @Test
    void a_lost_answer_without_tasks_changes_nothing() {
        store("t0");
        assertThat(dequeue(9)).containsExactly("t0");
        loseDequeue(2);
        store("t1");

        assertThat(dequeue(9)).containsExactly("t1");
    }

    @Test
    void tasks_that_somebody_else_has_by_now_are_left_alone() {
        store("t1", "t2");
        loseDequeue(2);
        redis.zadd("asynq:{default}:lease", 2_000_000_099, "t1");

        assertThat(dequeue(9)).containsExactly("t2");
    }

    @Test
    void tasks_whose_lease_has_expired_are_left_to_be_recovered() {
        store("t1", "t2");
        loseDequeue(1);
        clock.advance(Duration.ofSeconds(30));

        assertThat(dequeue(9)).containsExactly("t2");
    }

    @Test
    void a_lost_answer_can_be_recalled_again_when_the_recall_is_lost_too() {
        store("t1");
        loseDequeue(1);
        network.loseNextReplyTo("EVAL");
        assertThatThrownBy(() -> broker.workerCommands().dequeue("default", 1)).isInstanceOf(BrokerException.class);

        assertThat(dequeue(1)).containsExactly("t1");
    }

    @Test
    void a_recalled_task_has_the_key_of_its_limit() {
        LimitRule rule = new LimitRule(Limit.of("limit", "type", 2, null));
        Demand demand = new Demand(List.of(new Route(Kind.TYPE, "", 9, null, null, rule)), null, Reach.far(16), null);
        broker.workerCommands().dequeue("default", demand);
        store("t1", "t2", "t3");
        network.loseNextReplyTo("EVALSHA");
        assertThatThrownBy(() -> broker.workerCommands().dequeue("default", demand))
                .isInstanceOf(AmbiguousResultException.class);

        List<Lease> recalled = broker.workerCommands().dequeue("default", demand).tasks().leases();

        assertThat(recalled).extracting(Lease::id).containsExactly("t1", "t2");
        assertThat(recalled).extracting(Lease::admitted)
                .containsOnly(new LimitRule.Key(rule, "limit " + recalled.get(0).message().type()));
    }

    @Test
    void what_was_leased_is_forgotten_after_a_while() {
        store("t1");
        dequeue(1);

        List<String> receipts = List.copyOf(redis.keys("asynq:{default}:receipt:*"));

        assertThat(receipts).hasSize(1);
        assertThat(redis.ttl(receipts.get(0))).isBetween(50L, 60L);
    }
}
