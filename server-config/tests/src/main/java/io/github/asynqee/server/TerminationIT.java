package io.github.asynqee.server;

import static io.github.asynqee.server.metrics.NodeMetrics.ECHO;
import static io.github.asynqee.server.metrics.NodeMetrics.TASKS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;
import static org.junit.jupiter.api.parallel.ExecutionMode.SAME_THREAD;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import javax.management.openmbean.CompositeData;

import io.github.asynqee.server.metrics.NodeMetrics;
import io.github.asynqee.server.process.ServerBeans;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Execution;
import redis.clients.jedis.RedisClient;

/** A server without telemetry: the MBeans of its application until that is undeployed, and its tasks when it stops. */
@Execution(CONCURRENT)
@TestMethodOrder(OrderAnnotation.class)
@OnOneServer
class TerminationIT {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int SHORT = 40;
    private static final int LONG = 60;

    private static EmbeddedRedis embedded;
    private static RedisClient redis;
    private static ServerProcess server;

    @BeforeAll
    static void start() {
        embedded = EmbeddedRedis.start();
        redis = RedisClient.create(embedded.url());
        server = ServerProcess.of(ServerUnderTest.server(), ServerUnderTest.home())
                .instance(ServerUnderTest.workFile("termination")).application(ServerUnderTest.war())
                .ports(ServerPorts.free()).redisUrl(embedded.url()).start();
        server.awaitReady(Duration.ofMinutes(5));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        redis.close();
        embedded.close();
    }

    @Test
    @Order(1)
    @Execution(SAME_THREAD)
    void without_telemetry_the_metrics_are_mbeans_until_the_application_is_undeployed_also_while_redis_hangs()
            throws Exception {
        try (ServerBeans beans = ServerBeans.of(server)) {
            NodeMetrics.echo(server);
            await().atMost(LIMIT).ignoreExceptions().until(() -> NodeMetrics.done(beans) == TASKS);

            assertThat(beans.read(ECHO, "Consumed")).isEqualTo((long) TASKS);
            await().atMost(LIMIT).untilAsserted(() -> assertThat(
                    beans.read("type=Worker,application=\"sample-war\"", "InFlight")).isEqualTo(0L));
            assertThat((Long) ((CompositeData) beans.read("type=Redis", "RoundTrip")).get("count")).isPositive();

            embedded.pause();
            Duration stop = NodeMetrics.redeploy(server, beans, embedded::resume);

            assertThat(stop).as("while Redis hangs").isLessThan(Duration.ofMillis(2_500));
        }
    }

    @Test
    @Order(2)
    @Execution(SAME_THREAD)
    void short_tasks_end_long_ones_go_back_to_their_queue_and_the_server_exits_in_time() {
        Playground playground = Playground.at(server.application());
        QueueState queue = new QueueState(redis, "default");
        QueueState examples = new QueueState(redis, "examples");
        await().atMost(LIMIT).until(() -> queue.pending() + queue.active() == 0);
        long before = queue.processed();
        playground.sendAll(List.of(
                "{\"type\":\"example:ledger\",\"id\":\"ledger\",\"queue\":\"examples\",\"payload\":10000}"));
        playground.sendAll(IntStream.range(0, LONG).mapToObj(i -> sleep("long-" + i, 60_000)).toList());
        await().atMost(Duration.ofSeconds(30)).until(() -> playground.count("play:sleep", "running") == LONG);
        playground.sendAll(IntStream.range(0, SHORT).mapToObj(i -> sleep("short-" + i, 4_000)).toList());
        await().atMost(Duration.ofSeconds(10))
                .until(() -> playground.count("play:sleep", "running") == SHORT + LONG);

        Duration stopping = server.terminate(Duration.ofSeconds(60));

        // 8 s for tasks plus the server's own time; a server that waits for connections takes 30 s more
        assertThat(stopping).isLessThan(Duration.ofSeconds(30));
        assertThat(queue.processed() - before).isEqualTo(SHORT);
        assertThat(queue.failed()).isZero();
        assertThat(queue.pending()).isEqualTo(LONG);
        assertThat(queue.active() + queue.leased() + queue.retrying()).isZero();
        for (int i = 0; i < LONG; i++) {
            assertThat(queue.isOnlyIn("long-" + i, "pending")).isTrue();
            assertThat(queue.message("long-" + i).retried()).isZero();
        }
        assertThat(examples.isOnlyIn("ledger", "pending")).isTrue();
        assertThat(examples.message("ledger").retried()).isZero();
        assertThat(examples.progressOf("ledger").note()).matches("[1-9][0-9]* of 10000");
    }

    private static String sleep(String id, int millis) {
        return "{\"type\":\"play:sleep\",\"id\":\"" + id + "\",\"payload\":{\"ms\":" + millis + "}}";
    }
}
