package io.github.asynqee.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.exceptions.JedisMovedDataException;

class EmbeddedRedisClusterTest {

    private static EmbeddedRedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = EmbeddedRedisCluster.start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void has_its_three_masters_in_its_url() {
        String nodes = cluster.nodes().stream()
                .map(node -> "127.0.0.1:" + node.port())
                .collect(Collectors.joining(","));

        assertThat(cluster.url()).isEqualTo("redis-cluster://" + nodes);
    }

    @Test
    void spreads_keys_over_all_nodes() {
        try (RedisClusterClient client = client()) {
            IntStream.range(0, 100).forEach(i -> client.set("key:{" + i + "}", "value"));

            assertThat(client.get("key:{99}")).isEqualTo("value");
        }
        assertThat(cluster.nodes()).allSatisfy(node -> {
            try (Jedis jedis = new Jedis(node.host(), node.port())) {
                assertThat(jedis.dbSize()).isBetween(10L, 90L);
            }
        });
    }

    @Test
    void a_node_refuses_the_keys_of_another() {
        EmbeddedRedis first = cluster.nodes().get(0);
        try (Jedis jedis = new Jedis(first.host(), first.port())) {
            assertThat(jedis.clusterKeySlot("foo")).isEqualTo(12182);
            assertThatThrownBy(() -> jedis.set("foo", "bar")).isInstanceOf(JedisMovedDataException.class);
        }
    }

    @Test
    void a_replica_takes_over_from_a_master_that_was_killed() {
        try (EmbeddedRedisCluster six = EmbeddedRedisCluster.startWithReplicas()) {
            EmbeddedRedis master = six.nodes().get(0);
            EmbeddedRedis replica = six.nodes().get(3);
            try (Jedis jedis = new Jedis(master.host(), master.port())) {
                jedis.set("key:{3}", "value");
                assertThat(jedis.waitReplicas(1, 5_000)).isEqualTo(1);
            }
            master.kill();

            try (Jedis jedis = new Jedis(replica.host(), replica.port())) {
                Await.until("the replica is the master", Duration.ofSeconds(30),
                        () -> jedis.info("replication").contains("role:master"));
                assertThat(jedis.get("key:{3}")).isEqualTo("value");
            }
        }
    }

    private static RedisClusterClient client() {
        return RedisClusterClient.builder()
                .nodes(cluster.nodes().stream()
                        .map(node -> new HostAndPort(node.host(), node.port()))
                        .collect(Collectors.toSet()))
                .build();
    }
}
