package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;
import static org.junit.jupiter.api.parallel.ExecutionMode.SAME_THREAD;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.server.process.AppServer;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import redis.clients.jedis.RedisClient;

/** Tasks of a server that is stopped, and of one that is killed. */
@Execution(CONCURRENT)
class TerminationIT {

    private static final int SHORT = 40;
    private static final int LONG = 60;
    /** The concurrency of play-sleep in the sample's configuration. */
    private static final int LANES = 100;

    private static ServerProcess start(EmbeddedRedis redis, String name) {
        ServerProcess server = ServerProcess.of(ServerUnderTest.server(), ServerUnderTest.home())
                .instance(ServerUnderTest.workFile(name)).ports(ServerPorts.free()).redisUrl(redis.url()).start();
        server.awaitReady(Duration.ofSeconds(120));
        return server;
    }

    @Test
    @OnOneServer(AppServer.LIBERTY)
    @Execution(SAME_THREAD)
    void a_server_that_is_killed_has_only_tasks_that_had_begun_and_its_busy_channel_delays_no_other() {
        try (EmbeddedRedis embedded = EmbeddedRedis.start();
                RedisClient redis = RedisClient.create(embedded.url());
                ServerProcess server = start(embedded, "killed")) {
            Playground playground = Playground.at(server.application());
            QueueState queue = new QueueState(redis, "default");
            playground.sendAll(IntStream.range(0, 3 * LANES).mapToObj(
                    i -> "{\"type\":\"play:sleep\",\"id\":\"t" + i + "\",\"maxRetry\":0,\"payload\":{\"ms\":60000}}")
                    .toList());
            await().atMost(Duration.ofSeconds(10)).until(() -> playground.count("play:sleep", "running") == LANES);
            playground.sendAll(List.of("{\"type\":\"play:echo\",\"id\":\"quick\",\"payload\":{}}"));
            await().atMost(Duration.ofSeconds(10)).until(() -> queue.processed() == 1);

            server.kill();

            assertThat(queue.active()).as("what is archived unless another server has a retry for it").isEqualTo(LANES);
            assertThat(queue.pending()).isEqualTo(2 * LANES);
            assertThat(queue.retrying()).isZero();
            for (int i = LANES; i < 3 * LANES; i++) {
                assertThat(queue.isOnlyIn("t" + i, "pending")).isTrue();
            }
        }
    }

    @Test
    @Execution(SAME_THREAD)
    void short_tasks_end_long_ones_go_back_to_their_queue_and_the_server_exits_in_time() {
        try (EmbeddedRedis embedded = EmbeddedRedis.start();
                RedisClient redis = RedisClient.create(embedded.url());
                ServerProcess server = start(embedded, "termination")) {
            Playground playground = Playground.at(server.application());
            QueueState queue = new QueueState(redis, "default");
            QueueState examples = new QueueState(redis, "examples");
            playground.sendAll(List.of(
                    "{\"type\":\"example:ledger\",\"id\":\"ledger\",\"queue\":\"examples\",\"payload\":10000}"));
            playground.sendAll(IntStream.range(0, LONG).mapToObj(i -> sleep("long-" + i, 60_000)).toList());
            await().atMost(Duration.ofSeconds(30)).until(() -> playground.count("play:sleep", "running") == LONG);
            playground.sendAll(IntStream.range(0, SHORT).mapToObj(i -> sleep("short-" + i, 4_000)).toList());
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> playground.count("play:sleep", "running") == SHORT + LONG);

            Duration stopping = server.terminate(Duration.ofSeconds(30));

            // 8 s for tasks and what the server needs; one that waits for connections takes 30 s more
            assertThat(stopping).isLessThan(Duration.ofSeconds(20));
            assertThat(queue.processed()).isEqualTo(SHORT);
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
    }

    private static String sleep(String id, int millis) {
        return "{\"type\":\"play:sleep\",\"id\":\"" + id + "\",\"payload\":{\"ms\":" + millis + "}}";
    }
}
