package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import io.github.asynqee.internal.broker.CronCommands.Entry;
import io.github.asynqee.internal.broker.CronCommands.Result;
import io.github.asynqee.internal.broker.CronCommands.Schedule;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.redis.connection.RedisClock;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Uncounted;
import io.github.asynqee.internal.redis.registry.QueueNames;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;
import redis.clients.jedis.util.JedisClusterCRC16;

/** A queue is served although the set of queue names cannot be written. */
class QueueNamesTest {

    private static final String SET = "asynq:queues";

    private static EmbeddedRedisCluster cluster;
    private static EmbeddedRedis node;
    private static List<String> elsewhere;
    private RedisBroker broker;

    @BeforeAll
    static void start() {
        cluster = EmbeddedRedisCluster.start();
        node = cluster.nodes().get(nodeOf(SET));
        elsewhere = TestRedis.queues().filter(queue -> nodeOf("asynq:{" + queue + "}:pending") != nodeOf(SET)).toList();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void connect() {
        if (!node.isRunning()) {
            node.restart();
        }
        cluster.nodes().forEach(each -> await().until(() -> {
            try (Jedis jedis = TestRedis.connect(each)) {
                jedis.flushAll();
                return jedis.clusterInfo().contains("cluster_state:ok");
            }
        }));
        broker = RedisBroker.connect(RedisConfig.of(cluster.url()));
    }

    @AfterEach
    void disconnect() {
        broker.close();
    }

    private static int nodeOf(String key) {
        return JedisClusterCRC16.getSlot(key) * 3 / 16_384;
    }

    private void store(String id) {
        assertThat(elsewhere).hasSizeGreaterThan(1).allSatisfy(queue -> assertThat(
                broker.producerCommands().store(List.of(Tasks.pending(queue, id))))
                .containsExactly(new StoreResult.Stored()));
    }

    private void awaitRegistered() {
        int[] next = { 0 };
        await().untilAsserted(() -> {
            store("again-" + next[0]++);
            try (Jedis jedis = TestRedis.connect(node)) {
                assertThat(jedis.smembers(SET)).containsExactlyInAnyOrderElementsOf(elsewhere);
            }
        });
    }

    @Test
    void tasks_of_queues_that_are_used_for_the_first_time_are_stored_while_the_node_of_the_names_is_down() {
        node.kill();

        store("first");
        store("second");
        node.restart();

        awaitRegistered();
    }

    @Test
    void ticks_are_fired_and_entries_are_run_while_the_node_of_the_names_is_down() {
        Entry entry = new Entry(elsewhere.get(0), "e");
        Instant now = broker.clock().instant().truncatedTo(ChronoUnit.SECONDS);
        Schedule schedule = new Schedule("@every 7s", now.minusSeconds(20), now.minusSeconds(20));
        broker.cronCommands().join(entry, schedule, true, false);
        node.kill();

        assertThat(broker.cronCommands()
                .fire(entry, schedule, now.minusSeconds(13), "node", Tasks.pending(entry.queue(), "tick")).result())
                .isEqualTo(Result.FIRED);
        assertThat(broker.cronCommands().runNow(entry, "node", Tasks.pending(entry.queue(), "now")).result())
                .isEqualTo(Result.FIRED);
    }

    @Test
    void tasks_are_stored_while_the_names_have_a_wrong_type() {
        try (Jedis jedis = TestRedis.connect(node)) {
            jedis.set(SET, "not a set");
            store("first");
            jedis.del(SET);
        }

        awaitRegistered();
    }

    /** Otherwise tools and patterns would not find it. */
    @Test
    void a_queue_is_registered_though_it_gets_no_task_after_the_one_at_which_it_could_not_be() {
        try (Jedis jedis = TestRedis.connect(node)) {
            jedis.set(SET, "not a set");
            store("first");
            jedis.del(SET);

            await().untilAsserted(() -> {
                broker.servers().registerAgain(List.of());
                assertThat(jedis.smembers(SET)).containsExactlyInAnyOrderElementsOf(elsewhere);
            });
        }
    }

    /** A tool that enqueues one task and then looks for its queue finds it. */
    @Test
    void a_queue_is_registered_at_once_though_the_connections_to_the_node_of_the_names_were_closed() {
        broker.servers().registerAgain(List.of("known"));
        try (Jedis jedis = TestRedis.connect(node)) {
            jedis.clientKill(ClientKillParams.clientKillParams().type(ClientType.NORMAL));

            store("first");

            assertThat(jedis.smembers(SET)).containsAll(elsewhere);
        }
    }

    /** Otherwise the caller would wait twice as long. */
    @Test
    void the_names_are_not_sent_again_to_a_server_that_hangs() {
        try (EmbeddedRedis server = EmbeddedRedis.start();
                RedisBroker waiting = RedisBroker.connect(RedisConfig.of(server.url() + "?command-timeout=500ms"));
                Jedis jedis = TestRedis.connect(server)) {
            waiting.servers().registerAgain(List.of("known"));
            long connections = connections(jedis);
            server.pause();
            try {
                assertThat(waiting.producerCommands().store(List.of(Tasks.pending("default", "first"))))
                        .hasOnlyElementsOfType(StoreResult.Failed.class);
            } finally {
                server.resume();
            }

            await().until(() -> jedis.sismember(SET, "default"));
            assertThat(connections(jedis) - connections).as("a second SADD would need a further connection")
                    .isLessThanOrEqualTo(1);
        }
    }

    @Test
    void the_names_are_written_as_soon_as_a_node_that_refused_connections_accepts_them() {
        AtomicLong nanos = new AtomicLong();
        try (RedisConnections connections = new RedisConnections(RedisConfig.of(cluster.url()))) {
            QueueNames names = names(connections, nanos::get);
            node.kill();
            names.register(elsewhere);
            node.restart();

            await().untilAsserted(() -> {
                names.register(List.of());
                try (Jedis jedis = TestRedis.connect(node)) {
                    assertThat(jedis.smembers(SET)).containsExactlyInAnyOrderElementsOf(elsewhere);
                }
            });
        }
    }

    @Test
    void after_an_attempt_that_took_a_second_the_names_are_not_written_for_five() {
        AtomicLong nanos = new AtomicLong();
        AtomicLong reading = new AtomicLong(TimeUnit.SECONDS.toNanos(1));
        try (RedisConnections connections = new RedisConnections(RedisConfig.of(cluster.url()));
                Jedis jedis = TestRedis.connect(node)) {
            QueueNames names = names(connections, () -> nanos.addAndGet(reading.get()));
            jedis.set(SET, "not a set");
            names.register(elsewhere);
            jedis.del(SET);
            reading.set(0);

            nanos.addAndGet(TimeUnit.SECONDS.toNanos(5) - 1);
            names.register(List.of());
            assertThat(jedis.exists(SET)).isFalse();
            nanos.incrementAndGet();
            names.register(List.of());
            assertThat(jedis.smembers(SET)).containsExactlyInAnyOrderElementsOf(elsewhere);
        }
    }

    private static QueueNames names(RedisConnections connections, LongSupplier nanoTime) {
        return new QueueNames(new RedisExecutor(connections, RedisClock.measured(), new Uncounted()), nanoTime);
    }

    private static long connections(Jedis jedis) {
        return jedis.info("stats").lines().filter(line -> line.startsWith("total_connections_received:"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1))).sum();
    }
}
