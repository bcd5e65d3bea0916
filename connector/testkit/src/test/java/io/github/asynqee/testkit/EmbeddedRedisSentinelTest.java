package io.github.asynqee.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Set;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisSentinelClient;

class EmbeddedRedisSentinelTest {

    private EmbeddedRedisSentinel trio;

    @BeforeEach
    void start() {
        trio = EmbeddedRedisSentinel.start();
    }

    @AfterEach
    void stop() {
        trio.close();
    }

    @Test
    void a_client_that_asks_the_sentinel_finds_the_master() {
        URI url = URI.create(trio.url());
        assertThat(url).hasScheme("redis-sentinel").hasQuery("master=mymaster");

        try (RedisSentinelClient client = RedisSentinelClient.builder()
                .sentinels(Set.of(new HostAndPort(url.getHost(), url.getPort())))
                .masterName(EmbeddedRedisSentinel.MASTER_NAME)
                .build()) {
            client.set("key", "value");
        }

        assertThat(get(trio.master(), "key")).isEqualTo("value");
    }

    @Test
    void master_and_replica_change_places_and_back() {
        EmbeddedRedis first = trio.master();
        EmbeddedRedis second = trio.replica();

        trio.failover();
        assertThat(trio.master()).isSameAs(second);
        assertThat(trio.replica()).isSameAs(first);

        trio.failover();
        assertThat(trio.master()).isSameAs(first);
    }

    @Test
    void the_replica_takes_over_when_the_master_is_killed() {
        EmbeddedRedis master = trio.master();
        EmbeddedRedis replica = trio.replica();
        try (Jedis jedis = new Jedis(master.host(), master.port())) {
            jedis.set("key", "value");
            jedis.waitReplicas(1, 5_000);
        }

        trio.killMaster();

        assertThat(master.isRunning()).isFalse();
        assertThat(trio.master()).isSameAs(replica);
        try (Jedis jedis = new Jedis(replica.host(), replica.port())) {
            assertThat(jedis.get("key")).isEqualTo("value");
            assertThat(jedis.set("key", "another")).isEqualTo("OK");
        }
    }

    private static String get(EmbeddedRedis redis, String key) {
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            return jedis.get(key);
        }
    }
}
