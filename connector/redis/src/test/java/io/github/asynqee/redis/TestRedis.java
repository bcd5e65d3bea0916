package io.github.asynqee.redis;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import io.github.asynqee.testkit.RedisForTests;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * The kinds of Redis every broker test runs on. Each is started at first use, shared by all tests and stopped when this
 * JVM exits; a test {@linkplain #clear() clears} it first. A test that needs special settings, Sentinel, or a server
 * that is stopped and restarted starts its own {@link EmbeddedRedis}.
 */
public enum TestRedis {

    /** One server: a container or a local process, selected by {@link RedisForTests#PROPERTY}. */
    SINGLE {
        @Override
        Servers start() {
            RedisForTests redis = RedisForTests.shared();
            HostAndPort node = new HostAndPort(redis.host(), redis.port());
            if (!redis.url().matches("redis://" + node + "/?") || !isLocal(node)) {
                // some tests use a proxy, which supports neither passwords nor TLS
                throw new IllegalStateException("These tests need a Redis on this machine, without password and TLS");
            }
            return new Servers(redis.url(), List.of(node));
        }
    },
    /** A cluster of three masters that share the slots evenly; always embedded. */
    CLUSTER {
        @Override
        Servers start() {
            EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();
            return new Servers(cluster.url(), cluster.nodes().stream().map(TestRedis::addressOf).toList());
        }
    };

    private static final int SLOTS = 16_384;

    private Servers servers;
    private final List<Jedis> connections = new ArrayList<>();

    record Servers(String url, List<HostAndPort> nodes) {}

    abstract Servers start();

    private synchronized Servers servers() {
        if (servers == null) {
            servers = start();
            servers.nodes().forEach(node -> connections.add(connect(node)));
        }
        return servers;
    }

    /** A connection of the test itself. */
    public static Jedis connect(EmbeddedRedis redis) {
        return connect(addressOf(redis));
    }

    private static Jedis connect(HostAndPort redis) {
        return new Jedis(redis, DefaultJedisClientConfig.builder().resp2().timeoutMillis(20_000).build());
    }

    private static HostAndPort addressOf(EmbeddedRedis redis) {
        return new HostAndPort(redis.host(), redis.port());
    }

    private static boolean isLocal(HostAndPort redis) {
        return new InetSocketAddress(redis.getHost(), redis.getPort()).getAddress().isLoopbackAddress();
    }

    /** A connection to the first server, for another thread. */
    public Jedis connect() {
        return connect(servers().nodes().get(0));
    }

    /** The URL for a broker. */
    public String url() {
        return servers().url();
    }

    /** The port of the first server. */
    public int port() {
        return servers().nodes().get(0).getPort();
    }

    /** Deletes all data and scripts. */
    public void clear() {
        nodes().forEach(node -> {
            node.flushAll();
            node.scriptFlush();
        });
    }

    /** Unloads all scripts, as a restart does. */
    public void forgetScripts() {
        nodes().forEach(Jedis::scriptFlush);
    }

    /** One connection to each server, for the test's own thread. */
    public List<Jedis> nodes() {
        servers();
        return connections;
    }

    /** The connection to the server of a key. */
    public Jedis at(String key) {
        List<Jedis> nodes = nodes();
        int slot = JedisClusterCRC16.getSlot(key);
        int node = 0;
        while (slot >= SLOTS * (node + 1) / nodes.size()) {
            node++;
        }
        return nodes.get(node);
    }

    /** Three queues on different servers, if there are several. */
    public static Stream<String> queues() {
        return Stream.of("default", "critical", "low");
    }
}
