package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import redis.clients.jedis.RedisClient;

/**
 * Three servers share one Redis, and one of them is killed as {@code kill -9} does, while it runs tasks and an entry of
 * cron is due every two seconds. Most of the time it waits for leases to expire, beside the other tests.
 * {@code -Dnodes.seconds=600} makes it watch them for ten minutes.
 */
@Tag("thorough")
@Execution(CONCURRENT)
@EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
class NodesIT {

    private static final int RUNNING = 50;
    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final Duration WATCHED = Duration.ofSeconds(Integer.getInteger("nodes.seconds", 30));
    private static final Duration RECOVERY_INTERVAL = Duration.ofSeconds(5);
    /**
     * The shortest time until recovery: the rest of a lease that is extended every 5 s, at most 2 s late, plus the time
     * for which it must have been expired.
     */
    private static final Duration SOONEST_RECOVERY = Duration.ofSeconds(23 + 30);
    /** The lease was extended just now; the recoverer and the forwarder have just looked; scores are whole seconds. */
    private static final Duration LATEST_RECOVERY = Duration.ofSeconds(30 + 30 + 5).plus(RECOVERY_INTERVAL);

    private final List<ServerProcess> servers = new ArrayList<>();
    private EmbeddedRedis embedded;
    private RedisClient redis;

    @BeforeEach
    void startRedis() {
        embedded = EmbeddedRedis.start();
        redis = RedisClient.create(embedded.url());
    }

    @AfterEach
    void stopAll() {
        servers.parallelStream().forEach(ServerProcess::close);
        redis.close();
        embedded.close();
    }

    private ServerProcess start(String name) {
        ServerProcess server = ServerProcess.of(ServerUnderTest.server(), ServerUnderTest.home())
                .instance(ServerUnderTest.workFile("nodes-" + name)).ports(ServerPorts.free())
                .redisUrl(embedded.url())
                .env("MP_MESSAGING_CONNECTOR_ASYNQ_CRON_PLAY_TICK_ENABLED", "true")
                .env("MP_MESSAGING_CONNECTOR_ASYNQ_RECOVERY_INTERVAL", RECOVERY_INTERVAL.toSeconds() + "s")
                .env("MP_MESSAGING_CONNECTOR_ASYNQ_RETRY_DELAY", "1s").start();
        servers.add(server);
        return server;
    }

    @Test
    void each_tick_fires_once_and_the_tasks_of_a_killed_server_run_again_on_another() {
        ServerProcess killed = start("a");
        killed.awaitReady(Duration.ofSeconds(300));
        Playground.at(killed.application()).sendAll(IntStream.range(0, RUNNING)
                .mapToObj(i -> "{\"type\":\"play:sleep\",\"id\":\"running-" + i + "\",\"payload\":{\"ms\":1200000}}")
                .toList());
        await().atMost(Duration.ofSeconds(60)).until(() -> running(killed) == RUNNING);
        List<ServerProcess> others = List.of(start("b"), start("c"));
        others.forEach(server -> server.awaitReady(Duration.ofSeconds(300)));

        Instant from = Instant.now();
        sleepUntil(from.plus(WATCHED.dividedBy(3)));
        killed.kill();
        Instant killedAt = Instant.now();
        assertThat(others.stream().mapToInt(NodesIT::running).sum()).isZero();
        await().atMost(LATEST_RECOVERY.plusSeconds(20)).pollInterval(Duration.ofMillis(500))
                .until(() -> others.stream().mapToInt(NodesIT::running).sum() == RUNNING);
        Duration recovery = Duration.between(killedAt, Instant.now());
        sleepUntil(from.plus(WATCHED));
        List<Instant> ticks = ticks();

        Figures.add("recovery of %d tasks after kill -9: %d s".formatted(RUNNING, recovery.toSeconds()));
        assertThat(recovery).isBetween(SOONEST_RECOVERY, LATEST_RECOVERY);
        QueueState queue = new QueueState(redis, "default");
        assertThat(queue.active()).isEqualTo(RUNNING);
        assertThat(queue.archived() + queue.retrying() + queue.pending()).isZero();
        for (int i = 0; i < RUNNING; i++) {
            assertThat(queue.isOnlyIn("running-" + i, "active")).isTrue();
            assertThat(queue.message("running-" + i).retried()).isEqualTo(1);
        }
        long fired = ticks.stream().filter(at -> !at.isBefore(from) && at.isBefore(from.plus(WATCHED))).count();
        Figures.add("cron @every 2s on three servers, one killed: %d firings in %d s".formatted(fired,
                WATCHED.toSeconds()));
        assertThat(fired).isCloseTo(WATCHED.dividedBy(PERIOD), within(1L));
        await().untilAsserted(() -> assertThat(new QueueState(redis, "ticks").processed()).isEqualTo(ticks().size()));
    }

    private static int running(ServerProcess server) {
        return Playground.at(server.application()).count("play:sleep", "running");
    }

    /** When the entry fired, as every tool for asynq reads it. */
    private List<Instant> ticks() {
        List<String> histories = redis.keys("asynq:scheduler_history:*").stream().toList();
        assertThat(histories).hasSize(1);
        return redis.zrangeWithScores(histories.get(0), 0, -1).stream()
                .map(event -> Instant.ofEpochSecond((long) event.getScore())).toList();
    }

    private static void sleepUntil(Instant time) {
        try {
            Thread.sleep(Math.max(Duration.between(Instant.now(), time).toMillis(), 0));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
