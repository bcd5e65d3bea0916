package io.github.asynqee.console.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/**
 * A node of a cluster that has no key of the incidents is down: that of the numbers of shards, the settings, the history of an
 * entry, and some queues.
 */
class AlertsOnClusterTest {

    private static final Instant HOUR = Instant.now().truncatedTo(ChronoUnit.HOURS);
    private static final int LOOKS = 20;

    private final ManualClock clock = ManualClock.startingAt(HOUR.plus(Duration.ofMinutes(30)));

    private static EmbeddedRedis nodeOf(EmbeddedRedisCluster cluster, String key) {
        EmbeddedRedis first = cluster.nodes().get(0);
        try (Jedis jedis = new Jedis(first.host(), first.port())) {
            return cluster.nodes().get((int) (jedis.clusterKeySlot(key) * 3 / 16_384));
        }
    }

    private List<String> codes(IncidentStore store) {
        return store.read().incidents().values().stream().filter(Incident::isOpen)
                .map(each -> each.code() + " " + each.queue()).toList();
    }

    @Test
    @SomeDays(oneIn = 3)
    void the_console_and_its_alerts_go_on() {
        try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();
                TestConsole console = new TestConsole(cluster.url(), 10_000, clock);
                RedisBroker broker = RedisBroker.connect(RedisConfig.of(cluster.url()))) {
            servePartly(cluster);
            EmbeddedRedis down = nodeOf(cluster, "asynq:shards");
            assertThat(nodeOf(cluster, SettingsStore.KEY)).isSameAs(down);
            assertThat(nodeOf(cluster, "asynq:scheduler_history:e")).isSameAs(down);
            assertThat(nodeOf(cluster, "asynq:{b}")).isNotSameAs(down);
            assertThat(nodeOf(cluster, "asynq:{c}")).isSameAs(down);
            ConsoleRedis redis = console.of("default").redis();
            List.of("b", "c").forEach(queue -> redis.client().enqueue(Task.of("t", new byte[0]).queue(queue)));
            broker.schedulers().write("vm:1:s", List.of(new SchedulerEntry("e", "0 * * * *", "report",
                    "{}".getBytes(StandardCharsets.UTF_8), List.of("Queue(\"b\")"), HOUR.plus(Duration.ofHours(1)),
                    null)), Duration.ofMinutes(10));
            broker.schedulers().record("e", new SchedulerEnqueueEvent("task", HOUR));
            new SettingsStore(redis.executor()).change(before -> new AlertSettings(1, Severity.WARNING, Duration.ZERO,
                    Duration.ZERO, List.of("no-aof"), List.of(), List.of()));
            IncidentStore store = new IncidentStore(redis.executor());
            AlertRunner runner = console.of("default").alerts().runner();
            runner.tick();
            assertThat(codes(store)).containsExactlyInAnyOrder("queue-without-server b", "queue-without-server c");

            down.kill();
            lookUntilTheNodeIsMissed(runner, store);

            assertThat(codes(store)).containsExactlyInAnyOrder("queue-without-server b", "queue-without-server c",
                    "redis-node ");
            assertThat(console.of("default").monitor().queues()).extracting(QueueRow::name).containsExactly("b", "c");
            assertThat(console.of("default").monitor().overview().freshness().unread()).isEqualTo(1);
            assertThat(redis.inspector().tasks().list("b", TaskState.PENDING, 1, 10)).hasSize(1);
        }
    }

    @Test
    void with_all_queues_on_the_node_that_is_down_the_alert_is_that_the_node_is_down() {
        try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();
                TestConsole console = new TestConsole(cluster.url(), 10_000, clock)) {
            servePartly(cluster);
            ConsoleRedis redis = console.of("default").redis();
            redis.client().enqueue(Task.of("t", new byte[0]).queue("c"));
            new SettingsStore(redis.executor()).change(before -> new AlertSettings(1, Severity.WARNING, Duration.ZERO,
                    Duration.ZERO, List.of("no-aof"), List.of(), List.of()));
            IncidentStore store = new IncidentStore(redis.executor());
            AlertRunner runner = console.of("default").alerts().runner();
            runner.tick();

            nodeOf(cluster, "asynq:{c}").kill();
            lookUntilTheNodeIsMissed(runner, store);

            assertThat(codes(store)).containsExactlyInAnyOrder("queue-without-server c", "redis-node ");
            cluster.nodes().forEach(EmbeddedRedis::kill);
            clock.advance(Duration.ofMinutes(1));
            assertThatThrownBy(() -> console.of("default").monitor().queues()).isInstanceOf(BrokerException.class);
        }
    }

    private static void servePartly(EmbeddedRedisCluster cluster) {
        cluster.nodes().forEach(node -> {
            try (Jedis jedis = new Jedis(node.host(), node.port())) {
                jedis.configSet("cluster-require-full-coverage", "no");
            }
        });
    }

    private void lookUntilTheNodeIsMissed(AlertRunner runner, IncidentStore store) {
        // wait until the known shards are read again
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2_100));
        for (int i = 0; i < LOOKS && !codes(store).contains("redis-node "); i++) {
            clock.advance(Duration.ofSeconds(31));
            runner.tick();
        }
    }
}
