package io.github.asynqee.internal.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.github.asynqee.Task;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.delivery.InFlight;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.inspect.findings.Findings;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Warnings for operators about tasks that start late because tasks of other types are ahead. */
class BacklogReportTest {

    private static final String KEY = QueueKeys.of("mixed").backlogAhead();

    private EmbeddedRedis redis;
    private Jedis jedis;
    private RedisBroker broker;
    private DefaultAsynqClient client;
    private long now;

    @BeforeEach
    void start() {
        redis = EmbeddedRedis.start();
        jedis = new Jedis(redis.host(), redis.port());
        jedis.configSet("appendonly", "yes");
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        client = DefaultAsynqClient.of(broker);
        broker.servers().write(new ServerInfo("host", 1, "s1", 1, Map.of("mixed", 1), false, "active",
                broker.clock().instant(), 0), List.of(), Duration.ofDays(1));
    }

    @AfterEach
    void stop() {
        client.close();
        broker.close();
        jedis.close();
        redis.close();
    }

    private Fetcher fetcher() {
        Channel channel = new Channel(new ChannelConfig("emails", Map.of("mixed", 1), "email:",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
        HandlerLane.open(channel, 1, delivery -> {}, Runnable::run);
        Router router = new Router(List.of(channel));
        WorkerConfig config = WorkerConfig.builder().build();
        WorkerMetrics metrics = new WorkerMetrics(() -> 0, () -> 0, List.of(), null);
        TaskDispatcher dispatcher = new TaskDispatcher(config, router, new InFlight(), null, metrics);
        return new Fetcher(broker, router, config, dispatcher, queue -> false, metrics,
                new ScanBudget(Duration.ofMillis(200)), new Random(), () -> now);
    }

    private List<Finding> findings() {
        return new Findings(broker, new RedisInspector(broker, broker.executor(), () -> {}), broker.executor(),
                Clock.systemUTC()).all();
    }

    @Test
    void a_backlog_of_others_that_uses_up_the_budget_for_looking_is_a_finding_while_it_lasts() {
        for (int i = 0; i < 4; i++) {
            client.enqueueAll(Collections.nCopies(10_000, Task.of("report", "{}").queue("mixed")));
        }

        Fetcher fetcher = fetcher();
        for (int i = 0; i < 100 && !jedis.exists(KEY); i++) {
            fetcher.runOnce();
            now += Duration.ofMillis(9).toNanos();
        }

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.code()).isEqualTo("backlog-ahead");
            assertThat(finding.queue()).isEqualTo("mixed");
            assertThat(Integer.parseInt(finding.message().split(" ")[0])).isBetween(20_000, 40_000);
            assertThat(finding.message()).contains("scans past at most 10000 per second");
            assertThat(finding.advice()).contains("to another queue");
        });
        assertThat(jedis.ttl(KEY)).isBetween(60L, 90L);

        jedis.del(KEY);
        assertThat(findings()).isEmpty();
    }
}
