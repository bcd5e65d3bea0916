package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import io.github.asynqee.internal.broker.CronCommands.Entry;
import io.github.asynqee.internal.broker.CronCommands.Result;
import io.github.asynqee.internal.broker.CronCommands.Schedule;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;
import redis.clients.jedis.util.JedisClusterCRC16;

/** A queue is served although the set of queue names cannot be written. */
class QueueNamesTest {

    private static final String SET = "asynq:queues";

    private EmbeddedRedisCluster cluster;
    private EmbeddedRedis node;
    private RedisBroker broker;
    private List<String> elsewhere;

    @BeforeEach
    void start() {
        cluster = EmbeddedRedisCluster.start();
        node = cluster.nodes().get(nodeOf(SET));
        elsewhere = TestRedis.queues().filter(queue -> nodeOf("asynq:{" + queue + "}:pending") != nodeOf(SET)).toList();
        broker = RedisBroker.connect(RedisConfig.of(cluster.url()));
    }

    @AfterEach
    void stop() {
        broker.close();
        cluster.close();
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

    /** Neither tools nor patterns would find it. */
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

    private static long connections(Jedis jedis) {
        return jedis.info("stats").lines().filter(line -> line.startsWith("total_connections_received:"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1))).sum();
    }
}
