package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;

import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.cron.PeriodicScheduler;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.outage.RecordedLog;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/** The log lines of a Redis outage. */
@Tag("thorough")
class OutageTest extends WorkerTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration INTERVAL = Duration.ofMillis(250);
    /**
     * The number of health checks in which each service runs at least once, including the service that runs each
     * second.
     */
    private static final int CHECKS = 8;
    private static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));

    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger failedChecks = new AtomicInteger();
    private final AtomicInteger goodChecks = new AtomicInteger();
    private EmbeddedRedis own;
    private RecordedLog log;

    @BeforeEach
    void startEverything() throws Exception {
        own = closedLater(EmbeddedRedis.builder().config("appendonly", "yes").config("appendfsync", "always").start());
        log = closedLater(RecordedLog.ofAll());
        broker = connected(own.url());
        client = DefaultAsynqClient.of(broker);
        config.heartbeatInterval(INTERVAL).recoveryInterval(INTERVAL).janitorInterval(INTERVAL)
                .healthCheckInterval(INTERVAL)
                .healthCheck(error -> (error.isPresent() ? failedChecks : goodChecks).incrementAndGet());
        channel(Map.of("default", 1, "low", 1, "critical", 1), "email:", 2, POLICY, delivery -> {
            if (delivery.message().id().startsWith("slow")) {
                release.await();
            }
        });
        Channel groups = new Channel(new ChannelConfig("groups", Map.of("default", 1, "low", 1), "", POLICY,
                new GroupConfig("", SECOND, Duration.ZERO, 10)));
        HandlerLane.openForGroups(groups, 1, group -> handled.add("group"), pool);
        channels.add(groups);
        start();
        PeriodicScheduler scheduler = PeriodicScheduler.builder(broker).build();
        scheduler.put(PeriodicTask.of("beat", "@every 1s", Task.of("tick", "x").queue("ticks")));
        PeriodicThread cron = scheduler.start(Thread::new);
        closedLater(() -> cron.stop(FIVE_SECONDS));
        enqueue("slow-1");
        enqueue("slow-2");
        awaitHandled("slow-1", "slow-2");
    }

    @Test
    void is_one_warning_and_its_end_one_info() throws Exception {
        own.kill();
        await().untilAsserted(() -> assertThat(log.lines()).hasSize(1));
        release.countDown();
        // so that each service has failed
        awaitChecks(CHECKS);
        own.restart();
        await().untilAsserted(() -> assertThat(log.lines()).hasSize(2));
        client.enqueue(Task.of("email:welcome", "{}").id("grouped").group("g"));
        awaitHandled("group");
        await().untilAsserted(() -> assertThat(worker.inFlight()).isZero());
        awaitChecks(CHECKS);

        assertThat(log.lines(Level.WARNING)).singleElement().asString()
                .startsWith("Redis redis://127.0.0.1:" + own.port() + " cannot be reached: ")
                .contains("Running tasks continue");
        assertThat(log.lines(Level.INFO)).singleElement().asString().contains("can be reached again after ")
                .endsWith("outcomes waiting to be written: 2");
        assertThat(log.lines()).hasSize(2);
    }

    @Test
    @EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
    void is_one_warning_too_if_redis_does_not_answer() {
        own.pause();
        await().untilAsserted(() -> assertThat(log.lines()).hasSize(1));
        release.countDown();
        awaitChecks(2);
        own.resume();
        await().untilAsserted(() -> assertThat(log.lines()).hasSize(2));
        await().untilAsserted(() -> assertThat(worker.inFlight()).isZero());
        awaitChecks(CHECKS);

        assertThat(log.lines(Level.WARNING)).singleElement().asString().contains("cannot be reached: ");
        assertThat(log.lines(Level.INFO)).singleElement().asString().contains("can be reached again after ");
        assertThat(log.lines()).hasSize(2);
    }

    @Test
    @EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
    void of_one_node_of_a_cluster_is_one_warning_with_its_address() throws Exception {
        worker.shutdown(Duration.ZERO);
        EmbeddedRedisCluster cluster = closedLater(EmbeddedRedisCluster.start());
        broker = connected(cluster.url());
        client = DefaultAsynqClient.of(broker);
        start();
        handled.clear();
        enqueue("t1");
        awaitHandled("t1");
        List<String> before = log.lines();
        // so that the other nodes continue
        for (EmbeddedRedis each : cluster.nodes()) {
            try (Jedis connection = TestRedis.connect(each)) {
                connection.configSet("cluster-require-full-coverage", "no");
            }
        }
        EmbeddedRedis node = cluster.nodes().get(JedisClusterCRC16.getSlot("default") * 3 / 16_384);

        node.kill();
        await().untilAsserted(() -> assertThat(log.lines(Level.WARNING)).isNotEmpty());
        awaitChecks(CHECKS);
        node.restart();
        await().untilAsserted(() -> assertThat(log.lines(Level.INFO)).anyMatch(line -> line.contains("again")));
        awaitChecks(CHECKS);

        assertThat(log.lines()).startsWith(before.toArray(String[]::new));
        // until the restarted node has heard of the others, it answers CLUSTERDOWN for the cluster
        List<String> ofTheNode = log.lines().stream().skip(before.size())
                .filter(line -> !line.startsWith("Redis redis-cluster://")).toList();
        String name = "Node 127.0.0.1:" + node.port() + " of Redis redis-cluster://";
        assertThat(ofTheNode).satisfiesExactly(
                begin -> assertThat(begin).startsWith(name).contains("cannot be reached"),
                end -> assertThat(end).startsWith(name).contains("can be reached again"));
        assertThat(log.lines(Level.WARNING)).filteredOn(line -> line.startsWith("Redis redis-cluster://"))
                .allMatch(line -> line.contains("CLUSTERDOWN"));
    }

    /** Waits for health checks: one after each interval, or one per timeout. */
    private void awaitChecks(int more) {
        int before = goodChecks.get() + failedChecks.get();
        await().untilAsserted(() -> assertThat(goodChecks.get() + failedChecks.get()).isGreaterThan(before + more));
    }
}
