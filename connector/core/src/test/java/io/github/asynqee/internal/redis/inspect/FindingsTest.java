package io.github.asynqee.internal.redis.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class FindingsTest {

    private static final QueueKeys KEYS = QueueKeys.of("default");

    private final ManualClock clock = ManualClock.startingAt(Instant.parse("2033-05-18T03:33:20Z"));
    private EmbeddedRedis redis;
    private Jedis jedis;
    private RedisBroker broker;
    private AsynqClient client;

    @BeforeEach
    void start() {
        redis = EmbeddedRedis.start();
        jedis = new Jedis(redis.host(), redis.port());
        jedis.configSet("appendonly", "yes");
        broker = RedisBroker.connect(RedisConfig.of(redis.url()), clock);
        client = DefaultAsynqClient.of(broker);
    }

    @AfterEach
    void stop() {
        client.close();
        broker.close();
        jedis.close();
        redis.close();
    }

    private List<Finding> findings() {
        return findings(clock);
    }

    private List<Finding> findings(Clock local) {
        RedisInspector inspector = new RedisInspector(broker, broker.executor(), () -> {});
        return new Findings(inspector, broker.executor(), clock, local).all();
    }

    private void serve() {
        broker.servers().write(new ServerInfo("host", 1, "s1", 10, Map.of("default", 1), false, "active",
                clock.instant(), 0), List.of(), Duration.ofDays(2));
    }

    private void assertFound(String... codes) {
        assertThat(findings()).extracting(Finding::code).containsExactly(codes);
    }

    @Test
    void nothing_is_found_where_all_is_right() {
        serve();
        client.enqueue(Task.of("email:welcome", "{}"));

        assertFound();
    }

    @Test
    void tasks_of_a_queue_without_server() {
        client.enqueue(Task.of("email:welcome", "{}").processIn(Duration.ofHours(1)));

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("queue-without-server");
            assertThat(finding.queue()).isEqualTo("default");
            assertThat(finding.message()).endsWith("tasks: 1");
        });
    }

    @Test
    void unsafe_settings_of_redis() {
        jedis.configSet("maxmemory-policy", "allkeys-lru");
        jedis.configSet("appendonly", "no");

        assertFound("eviction", "no-aof");
    }

    @Test
    void a_clock_that_differs_from_that_of_redis() {
        assertThat(findings(Clock.offset(clock, Duration.ofSeconds(3)))).extracting(Finding::code)
                .containsExactly("clock");
        assertThat(findings(Clock.offset(clock, Duration.ofSeconds(-1)))).isEmpty();
    }

    @Test
    void a_queue_that_is_paused_or_late() {
        serve();
        client.enqueue(Task.of("email:welcome", "{}"));
        clock.advance(Duration.ofMinutes(6));

        assertFound("latency");
        jedis.set(KEYS.paused(), "1");
        assertFound("paused");
    }

    @Test
    void active_tasks_without_lease_and_leases_that_nobody_recovers() {
        serve();
        jedis.sadd("asynq:queues", "default");
        jedis.lpush(KEYS.active(), "t1", "t2");
        jedis.zadd(KEYS.lease(), clock.instant().minus(Duration.ofMinutes(4)).getEpochSecond(), "t1");

        assertFound("expired-leases", "active-without-lease");
    }

    @Test
    void a_group_that_is_never_aggregated_and_staged_sets_of_a_dead_server() {
        serve();
        client.enqueue(Task.of("note:new", "{}").group("g1"));
        jedis.zadd(KEYS.aggregationSets(), clock.instant().minus(Duration.ofMinutes(5)).getEpochSecond(), "set");

        assertFound("staged-sets");
        clock.advance(Duration.ofHours(25));
        assertFound("group-stuck", "staged-sets");
    }
}
