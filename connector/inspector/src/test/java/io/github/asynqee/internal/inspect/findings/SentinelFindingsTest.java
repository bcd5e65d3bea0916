package io.github.asynqee.internal.inspect.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.List;

import io.github.asynqee.Task;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisSentinel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Findings with Sentinel: the master counts, also after a fail-over. */
class SentinelFindingsTest {

    private EmbeddedRedisSentinel trio;
    private RedisBroker broker;

    @BeforeEach
    void start() {
        trio = EmbeddedRedisSentinel.start();
        set(trio.master(), "appendonly", "yes");
        broker = RedisBroker.connect(RedisConfig.of(trio.url()));
    }

    @AfterEach
    void stop() {
        broker.close();
        trio.close();
    }

    private static void set(EmbeddedRedis redis, String directive, String value) {
        try (Jedis jedis = TestRedis.connect(redis)) {
            jedis.configSet(directive, value);
        }
    }

    private List<Finding> findings(Clock local) {
        RedisInspector inspector = new RedisInspector(broker, broker.executor(), () -> {});
        return new Findings(broker, inspector, broker.executor(), local).all();
    }

    private List<String> codes() {
        return findings(Clock.systemUTC()).stream().map(Finding::code).toList();
    }

    @Test
    void the_settings_and_the_clock_of_the_master_count() {
        set(trio.replica(), "appendonly", "no");
        set(trio.replica(), "maxmemory-policy", "allkeys-lru");
        assertThat(codes()).isEmpty();

        set(trio.master(), "maxmemory-policy", "allkeys-lru");
        set(trio.master(), "appendonly", "no");
        assertThat(codes()).containsExactly("eviction", "no-aof");
        assertThat(findings(Clock.offset(Clock.systemUTC(), Duration.ofSeconds(10)))).extracting(Finding::message)
                .contains("the clock of Redis is 10 s behind that of this machine");
    }

    @Test
    void after_a_failover_the_new_master_is_looked_at() {
        try (DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            client.enqueue(Task.of("beat", "x"));
        }
        set(trio.replica(), "appendonly", "no");
        set(trio.replica(), "maxmemory-policy", "allkeys-lru");
        try (Jedis master = TestRedis.connect(trio.master())) {
            assertThat(master.waitReplicas(1, 20_000)).isEqualTo(1);
        }

        trio.failover();

        await("the findings of the new master").until(
                () -> codes().equals(List.of("eviction", "queue-without-server", "no-aof")));
    }
}
