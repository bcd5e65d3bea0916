package io.github.asynqee.internal.inspect.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.asynqee.Task;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Findings in a Cluster of three masters: each of them is examined. */
class ClusterFindingsTest {

    /** Shared by all tests until one kills a node, because a start takes two seconds. */
    private static EmbeddedRedisCluster cluster;
    private RedisBroker broker;

    @BeforeEach
    void start() {
        cluster = cluster == null ? EmbeddedRedisCluster.start() : cluster;
        for (int node = 0; node < 3; node++) {
            set(node, "appendonly", "yes");
            set(node, "maxmemory", "0");
            set(node, "maxmemory-policy", "noeviction");
        }
        cluster.nodes().forEach(node -> {
            try (Jedis jedis = TestRedis.connect(node)) {
                jedis.flushAll();
            }
        });
        broker = RedisBroker.connect(RedisConfig.of(cluster.url()));
    }

    @AfterEach
    void stop() {
        broker.close();
        if (!cluster.nodes().stream().allMatch(EmbeddedRedis::isRunning)) {
            stopCluster();
        }
    }

    @AfterAll
    static void stopCluster() {
        if (cluster != null) {
            cluster.close();
            cluster = null;
        }
    }

    private void set(int node, String directive, String value) {
        try (Jedis jedis = TestRedis.connect(cluster.nodes().get(node))) {
            jedis.configSet(directive, value);
        }
    }

    private static int nodeOf(String key) {
        return JedisClusterCRC16.getSlot(key) * 3 / 16_384;
    }

    private String address(int node) {
        EmbeddedRedis redis = cluster.nodes().get(node);
        return redis.host() + ":" + redis.port();
    }

    private List<Finding> findings(Clock local) {
        RedisInspector inspector = new RedisInspector(broker, broker.executor(), () -> {});
        return new Findings(broker, inspector, broker.executor(), local).all();
    }

    private List<Finding> findings() {
        return findings(Clock.systemUTC());
    }

    @Test
    void nothing_is_found_where_all_is_right() {
        assertThat(findings()).isEmpty();
    }

    @Test
    void unsafe_settings_of_any_master_are_found() {
        for (int node = 0; node < 3; node++) {
            set(node, "maxmemory-policy", "volatile-ttl");
            set(node, "appendonly", "no");
            String where = " (" + address(node) + ")";

            assertThat(findings()).extracting(Finding::code).containsExactly("eviction", "no-aof");
            assertThat(findings()).allSatisfy(finding -> assertThat(finding.message()).endsWith(where));

            set(node, "maxmemory-policy", "noeviction");
            set(node, "appendonly", "yes");
        }
    }

    @Test
    void memory_of_any_master_is_found() {
        set(1, "maxmemory", "1");

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("memory");
            assertThat(finding.message()).endsWith(" (" + address(1) + ")");
        });
    }

    @Test
    void the_clock_of_each_master_is_compared() {
        assertThat(findings(Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-30)))).singleElement()
                .satisfies(finding -> assertThat(finding.message()).contains("30 s ahead").contains(address(0))
                        .contains(address(1)).contains(address(2)));
    }

    @Test
    void queues_on_all_masters_are_looked_at() {
        Instant longAgo = Instant.now().minus(Duration.ofHours(2));
        try (DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            TestRedis.queues().forEach(queue -> {
                client.enqueue(Task.of("beat", "x").queue(queue));
                client.enqueue(Task.of("note", "x").queue(queue).group("g"));
                QueueKeys keys = QueueKeys.of(queue);
                cluster.nodes().forEach(node -> {
                    try (Jedis jedis = TestRedis.connect(node)) {
                        jedis.set(keys.paused(), "" + longAgo.getEpochSecond());
                        jedis.zadd(keys.lease(), longAgo.getEpochSecond(), "t1");
                    } catch (JedisRedirectionException e) {
                        // the key is on another node
                        return;
                    }
                });
            });
        }
        broker.servers().write(new ServerInfo("host", 1, "s1", 10, Map.of("default", 1, "low", 1), false, "active",
                Instant.now(), 0), List.of(), Duration.ofMinutes(1));

        assertThat(findings()).extracting(finding -> finding.code() + " " + finding.queue()).containsExactly(
                "queue-without-server critical", "expired-leases critical", "expired-leases default",
                "expired-leases low", "paused-long critical", "paused-long default", "paused-long low");
    }

    @Test
    void a_master_that_is_down_is_a_finding_and_the_others_are_looked_at() {
        try (DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            TestRedis.queues().forEach(queue -> client.enqueue(Task.of("beat", "x").queue(queue)));
        }
        int down = nodeOf(QueueKeys.of("default").pending());
        int other = nodeOf(QueueKeys.of("low").pending());
        assertThat(down).isNotEqualTo(other).isNotEqualTo(nodeOf("asynq:queues")).isNotEqualTo(nodeOf("asynq:servers"));
        set(other, "maxmemory-policy", "volatile-ttl");
        cluster.nodes().get(down).kill();

        assertThat(findings()).extracting(finding -> finding.code() + " " + finding.queue()).contains("redis-node ",
                "eviction ", "queue-without-server low").doesNotContain("queue-without-server default");
        assertThat(findings()).filteredOn(finding -> finding.code().equals("redis-node")).singleElement()
                .satisfies(finding -> assertThat(finding.message()).endsWith(" (" + address(down) + ")"));
    }

    @Test
    void where_no_master_can_be_reached_the_search_fails() {
        cluster.nodes().forEach(EmbeddedRedis::kill);

        assertThatThrownBy(this::findings).isInstanceOf(BrokerException.class);
    }
}
