package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.feature.limit.LimitCommands;
import io.github.asynqee.internal.feature.limit.LimitCommands.LimitLook;
import io.github.asynqee.internal.feature.limit.LimitRule;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.worker.Limit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

@Timeout(60)
class RedisFaultsTest {

    private static final String ACTIVE = "asynq:{default}:active";

    private final Jedis redis = TestRedis.SINGLE.nodes().get(0);
    private TcpProxy network;
    private Broker broker;

    @BeforeEach
    void connect() {
        TestRedis.SINGLE.clear();
        network = TcpProxy.to(TestRedis.SINGLE.port());
        broker = RedisBroker.connect(RedisConfig.of(network.url()));
        // loads these scripts
        List<Lease> leases = run("warm-up-1", "warm-up-2");
        broker.workerCommands().extend(leases);
        broker.workerCommands()
                .write(leases.stream().map(lease -> new Settlement(lease, new Outcome.Done())).toList());
    }

    @AfterEach
    void disconnect() {
        broker.close();
        network.close();
    }

    private void store(String... ids) {
        for (String id : ids) {
            assertThat(broker.producerCommands().store(List.of(Tasks.pending("default", id))))
                    .containsExactly(new StoreResult.Stored());
        }
    }

    private List<Lease> run(String... ids) {
        store(ids);
        return broker.workerCommands().dequeue("default", ids.length).leases();
    }

    private static Settlement.Result settle(Broker broker, Lease lease) {
        return broker.workerCommands().write(List.of(new Settlement(lease, new Outcome.Done()))).get(0);
    }

    @Test
    void a_dequeue_whose_answer_was_lost_is_not_sent_again() {
        store("t1", "t2", "t3", "t4");
        network.loseNextReplyTo("EVALSHA");

        assertThatThrownBy(() -> broker.workerCommands().dequeue("default", 2))
                .isInstanceOf(AmbiguousResultException.class);

        assertThat(redis.lrange(ACTIVE, 0, -1)).containsExactly("t2", "t1");
        assertThat(redis.zrange("asynq:{default}:lease", 0, -1)).containsExactlyInAnyOrder("t1", "t2");
    }

    @Test
    void a_settlement_whose_answer_was_lost_is_uncertain_and_counts_once() {
        Lease lease = run("t1").get(0);
        network.loseNextReplyTo("EVALSHA");

        assertThat(settle(broker, lease)).isInstanceOfSatisfying(Settlement.Result.Failed.class,
                failed -> assertThat(failed.error()).isInstanceOf(AmbiguousResultException.class));
        assertThat(settle(broker, lease)).isEqualTo(new Settlement.Result.Lost());

        assertThat(redis.get("asynq:{default}:processed")).isEqualTo("3");
        assertThat(redis.exists("asynq:{default}:t:t1")).isFalse();
    }

    @Test
    void a_lease_whose_extension_got_no_answer_is_still_the_workers() {
        Lease lease = run("t1").get(0);
        redis.zadd("asynq:{default}:lease", 1_000, "t1");
        Lease earlier = new Lease(lease.message(), 1_000);
        network.loseNextReplyTo("EVALSHA");

        assertThatThrownBy(() -> broker.workerCommands().extend(List.of(earlier)))
                .isInstanceOf(AmbiguousResultException.class);

        assertThat(redis.zscore("asynq:{default}:lease", "t1")).isGreaterThan(1_000);
        assertThat(earlier.expiresAt().getEpochSecond()).isEqualTo(1_000);
        assertThat(broker.workerCommands().extend(List.of(earlier))).isEmpty();
        assertThat(settle(broker, earlier)).isEqualTo(new Settlement.Result.Settled());
    }

    /** An extension that is sent later but executed earlier must not make the worker lose its task. */
    @Test
    void a_settlement_outrun_by_an_extension_is_written_all_the_same() throws Exception {
        Lease earlier = leasedUntil(1_000, "t1");
        TcpProxy.HeldRequest held = network.holdNext("EVALSHA");
        CompletableFuture<Settlement.Result> settled = CompletableFuture.supplyAsync(() -> settle(broker, earlier));
        assertThat(held.arrived().await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(broker.workerCommands().extend(List.of(earlier))).isEmpty();
        held.released().countDown();

        assertThat(settled.get(20, TimeUnit.SECONDS)).isEqualTo(new Settlement.Result.Settled());
        assertThat(redis.exists("asynq:{default}:t:t1")).isFalse();
    }

    @Test
    void a_result_outrun_by_an_extension_is_written_all_the_same() throws Exception {
        Lease earlier = leasedUntil(1_000, "t1");
        broker.workerCommands().writeResult(earlier, "first".getBytes());
        TcpProxy.HeldRequest held = network.holdNext("EVALSHA");
        CompletableFuture<Boolean> written = CompletableFuture
                .supplyAsync(() -> broker.workerCommands().writeResult(earlier, "second".getBytes()));
        assertThat(held.arrived().await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(broker.workerCommands().extend(List.of(earlier))).isEmpty();
        held.released().countDown();

        assertThat(written.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(redis.hget("asynq:{default}:t:t1", "result")).isEqualTo("second");
    }

    @Test
    void a_lease_survives_one_lost_extension_after_another() throws Exception {
        Lease lease = leasedUntil(1_000, "t1");
        lease.extending(1_010);
        redis.zadd("asynq:{default}:lease", 1_010, "t1");
        // the reply to the first one was lost, and this one never arrives
        lease.extending(1_020);

        assertThat(broker.workerCommands().extend(List.of(lease))).isEmpty();

        assertThat(settle(broker, lease)).isEqualTo(new Settlement.Result.Settled());
    }

    private Lease leasedUntil(long expiry, String id) {
        Lease lease = run(id).get(0);
        redis.zadd("asynq:{default}:lease", expiry, id);
        return new Lease(lease.message(), expiry);
    }

    @Test
    void without_a_connection_nothing_can_have_happened() {
        Lease lease = run("t1").get(0);
        network.cut();
        // the broken connection of the pool fails at its next use; extensions use a separate connection
        settle(broker, lease);
        assertThatThrownBy(() -> broker.workerCommands().extend(List.of(lease))).isInstanceOf(BrokerException.class);

        assertThat(settle(broker, lease)).isInstanceOfSatisfying(Settlement.Result.Failed.class,
                failed -> assertThat(failed.error()).isInstanceOf(BrokerUnavailableException.class));
        assertThatThrownBy(() -> broker.workerCommands().dequeue("default", 1))
                .isInstanceOf(BrokerUnavailableException.class);
        assertThatThrownBy(() -> broker.workerCommands().extend(List.of(lease)))
                .isInstanceOf(BrokerUnavailableException.class);
        assertThatThrownBy(() -> broker.maintenanceCommands().forward(List.of("default"), 1).get(0).get())
                .isInstanceOf(BrokerUnavailableException.class);
        assertThatThrownBy(() -> broker.groupCommands().list("default")).isInstanceOf(BrokerUnavailableException.class);
        assertThatThrownBy(() -> broker.servers().servers()).isInstanceOf(BrokerUnavailableException.class);
        assertThatThrownBy(() -> broker.status()).isInstanceOf(BrokerUnavailableException.class);

        network.heal();
        assertThat(settle(broker, lease)).isEqualTo(new Settlement.Result.Settled());
    }

    @Test
    void a_full_redis_takes_no_new_tasks_but_lets_running_ones_end() {
        try (EmbeddedRedis full = EmbeddedRedis.builder().config("maxmemory", "1").start();
                Jedis jedis = TestRedis.connect(full);
                Broker own = RedisBroker.connect(RedisConfig.of(full.url()))) {
            jedis.configSet("maxmemory", "0");
            own.producerCommands().store(List.of(Tasks.pending("default", "t1")));
            Lease lease = own.workerCommands().dequeue("default", 1).leases().get(0);
            jedis.configSet("maxmemory", "1");

            assertThat(own.producerCommands().store(List.of(Tasks.pending("default", "t2"))).get(0))
                    .isInstanceOfSatisfying(StoreResult.Failed.class, failed -> assertThat(failed.error())
                            .isInstanceOf(BrokerUnavailableException.class).hasMessageContaining("OOM"));
            // a handler that takes long is not interrupted, and its task not run again
            assertThat(own.workerCommands().extend(List.of(lease))).as("lost").isEmpty();
            // Redis accepts a script that frees memory as a whole
            assertThat(settle(own, lease)).isEqualTo(new Settlement.Result.Settled());
            assertThat(jedis.get("asynq:{default}:processed")).isEqualTo("1");
            jedis.configSet("maxmemory", "0");
            assertThat(own.producerCommands().store(List.of(Tasks.pending("default", "t2"))))
                    .containsExactly(new StoreResult.Stored());
        }
    }

    @Test
    void a_full_redis_gives_a_worker_the_tasks_behind_many_that_it_does_not_handle() {
        try (EmbeddedRedis full = EmbeddedRedis.start();
                Jedis jedis = TestRedis.connect(full);
                Broker own = RedisBroker.connect(RedisConfig.of(full.url()))) {
            own.producerCommands().store(IntStream.range(0, 50).mapToObj(i -> Tasks.pending("default", "f" + i))
                    .toList());
            TaskMessage message = TaskMessage.builder("own", "own", "default").build();
            own.producerCommands().store(List.of(new NewTask(message, new Placement.Pending(), null)));
            jedis.configSet("maxmemory", "1");

            assertThat(own.workerCommands().dequeue("default", new Demand(
                    List.of(new Demand.Route(Demand.Kind.TYPE, "own", 1, null)), null, Demand.Reach.far(16), null))
                    .tasks().leases()).extracting(Lease::id).containsExactly("own");
        }
    }

    @Test
    void a_full_redis_gives_a_worker_the_tasks_that_were_lined_up_by_keys_and_lines_up_no_more() {
        LimitRule fair = new LimitRule(new Limit.FairBy("type"));
        Demand one = new Demand(List.of(new Demand.Route(Demand.Kind.TYPE, "", 1, null, null, fair)), null,
                Demand.Reach.far(16), null);
        try (EmbeddedRedis full = EmbeddedRedis.start();
                Jedis jedis = TestRedis.connect(full);
                Broker own = RedisBroker.connect(RedisConfig.of(full.url()))) {
            own.producerCommands().store(IntStream.range(0, 1_000).mapToObj(i -> Tasks.pending("default", "t" + i))
                    .toList());
            own.workerCommands().dequeue("default", one);
            long aside = jedis.zcard("asynq:{default}:scheduled");
            jedis.configSet("maxmemory", "1");

            LimitLook look = own.commands(LimitCommands.class).look("default", List.of(fair), 0);

            assertThat(look.next()).isGreaterThan(Duration.ofMillis(100));
            assertThat(look.postponed()).isZero();
            assertThat(own.workerCommands().dequeue("default", one).tasks().leases()).extracting(Lease::id)
                    .containsExactly("t1");
            assertThat(jedis.zcard("asynq:{default}:scheduled")).isEqualTo(aside - 1).isPositive();
            assertThat(jedis.llen("asynq:{default}:pending")).isEqualTo(1_000 - 1 - aside);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "retry", "archived", "completed", "pending" })
    void a_task_whose_next_collection_is_a_key_of_another_type_stays_active(String state) {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                Jedis jedis = TestRedis.connect(redis);
                Broker own = RedisBroker.connect(RedisConfig.of(redis.url()))) {
            own.producerCommands().store(List.of(new NewTask(TaskMessage.builder("t", "t1", "default")
                    .retention(Duration.ofMinutes(1)).build(), new Placement.Pending(), null)));
            Lease lease = own.workerCommands().dequeue("default", 1).leases().get(0);
            jedis.set("asynq:{default}:" + state, "text");
            Outcome outcome = switch (state) {
                case "retry" -> new Outcome.Retry(Instant.now(), "e", true, false);
                case "archived" -> new Outcome.Archive("e");
                case "completed" -> new Outcome.Done();
                default -> new Outcome.Requeue();
            };

            assertThat(own.workerCommands().write(List.of(new Settlement(lease, outcome))).get(0))
                    .isInstanceOf(Settlement.Result.Failed.class);
            assertThat(jedis.lrange("asynq:{default}:active", 0, -1)).containsExactly("t1");
            assertThat(jedis.zrange("asynq:{default}:lease", 0, -1)).containsExactly("t1");
        }
    }

    @Test
    void a_due_task_whose_group_is_a_key_of_another_type_keeps_no_other_from_running() {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                Jedis jedis = TestRedis.connect(redis);
                Broker own = RedisBroker.connect(RedisConfig.of(redis.url()))) {
            for (String id : List.of("bad", "good")) {
                jedis.hset("asynq:{default}:t:" + id, Map.of("msg", "x", "state", "retry", "group", id));
                jedis.zadd("asynq:{default}:retry", 1, id);
            }
            jedis.zadd("asynq:{default}:retry", 1, "alone");
            jedis.hset("asynq:{default}:t:alone", Map.of("msg", "x", "state", "retry"));
            jedis.set("asynq:{default}:g:bad", "text");

            assertThat(own.maintenanceCommands().forward(List.of("default"), 10).get(0).error())
                    .hasMessageContaining("WRONGTYPE");

            assertThat(jedis.zrange("asynq:{default}:retry", 0, -1)).containsExactly("bad");
            assertThat(jedis.lrange("asynq:{default}:pending", 0, -1)).containsExactly("alone");
            assertThat(jedis.zrange("asynq:{default}:g:good", 0, -1)).containsExactly("good");
        }
    }

    @Test
    void a_replica_is_unavailable_until_it_is_master() {
        try (EmbeddedRedis demoted = EmbeddedRedis.start();
                Jedis jedis = TestRedis.connect(demoted);
                Broker own = RedisBroker.connect(RedisConfig.of(demoted.url()))) {
            own.producerCommands().store(List.of(Tasks.pending("default", "t1")));
            Lease lease = own.workerCommands().dequeue("default", 1).leases().get(0);
            jedis.replicaof("127.0.0.1", 1);

            assertThat(settle(own, lease)).isInstanceOfSatisfying(Settlement.Result.Failed.class,
                    failed -> assertThat(failed.error()).isInstanceOf(BrokerUnavailableException.class));

            jedis.replicaofNoOne();
            assertThat(settle(own, lease)).isEqualTo(new Settlement.Result.Settled());
        }
    }

    @Test
    void after_a_restart_everything_goes_on() {
        try (EmbeddedRedis restarted = EmbeddedRedis.builder().config("appendonly", "yes")
                .config("appendfsync", "always").start();
                Broker own = RedisBroker.connect(RedisConfig.of(restarted.url()))) {
            own.producerCommands().store(List.of(Tasks.pending("default", "t1")));
            Lease lease = own.workerCommands().dequeue("default", 1).leases().get(0);

            restarted.kill();
            settle(own, lease);
            restarted.restart();

            assertThat(settle(own, lease)).isEqualTo(new Settlement.Result.Settled());
            assertThat(own.producerCommands().store(List.of(Tasks.pending("default", "t1"))))
                    .containsExactly(new StoreResult.Stored());
        }
    }
}
