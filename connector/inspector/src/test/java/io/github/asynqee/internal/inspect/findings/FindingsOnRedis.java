package io.github.asynqee.internal.inspect.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import redis.clients.jedis.Jedis;

/** A Redis in which nothing is found, at a time set by hand. */
abstract class FindingsOnRedis {

    static final QueueKeys KEYS = QueueKeys.of("default");

    final ManualClock clock = ManualClock.startingAt(Instant.parse("2033-05-18T03:33:20Z"));
    EmbeddedRedis redis;
    Jedis jedis;
    RedisBroker broker;
    AsynqClient client;

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

    List<Finding> findings() {
        return findings(Clock.systemUTC());
    }

    List<Finding> findings(Clock local) {
        RedisInspector inspector = new RedisInspector(broker, broker.executor(), () -> {});
        return new Findings(broker, inspector, broker.executor(), local).all();
    }

    void serve() {
        broker.servers().write(new ServerInfo("host", 1, "s1", 10, Map.of("default", 1), false, "active",
                clock.instant(), 0), List.of(), Duration.ofDays(2));
    }

    void assertFound(String... codes) {
        assertThat(findings()).extracting(Finding::code).containsExactly(codes);
    }
}
