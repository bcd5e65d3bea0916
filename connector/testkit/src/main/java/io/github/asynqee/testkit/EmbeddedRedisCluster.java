package io.github.asynqee.testkit;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import redis.clients.jedis.Jedis;

/**
 * A Redis Cluster of three masters without replicas, as local processes, ready within three seconds.
 * <p>
 * The slots are distributed evenly: a test whose keys have several hash tags uses every node.
 */
public final class EmbeddedRedisCluster implements AutoCloseable {

    private static final int SIZE = 3;
    private static final int SLOTS = 16_384;
    private static final String CLUSTER_FILE = "nodes.conf";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final List<Path> directories = new ArrayList<>();
    private final List<EmbeddedRedis> nodes = new ArrayList<>();

    private EmbeddedRedisCluster() {}

    /**
     * Starts a cluster on free ports and returns when every node reports {@code cluster_state:ok}.
     *
     * @return the running cluster
     * @throws RedisStartException if it does not become ready
     */
    public static EmbeddedRedisCluster start() {
        EmbeddedRedisCluster cluster = new EmbeddedRedisCluster();
        try {
            cluster.startNodes();
            cluster.awaitReady();
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /**
     * The URL.
     *
     * @return {@code redis-cluster://127.0.0.1:port1,127.0.0.1:port2,127.0.0.1:port3}
     */
    public String url() {
        return nodes.stream().map(node -> node.host() + ":" + node.port())
                .collect(joining(",", "redis-cluster://", ""));
    }

    /**
     * The masters; each of them can be killed, paused and restarted.
     *
     * @return three servers; the first has the lowest slots
     */
    public List<EmbeddedRedis> nodes() {
        return List.copyOf(nodes);
    }

    /**
     * Stops all nodes and deletes their files.
     */
    @Override
    public void close() {
        nodes.forEach(EmbeddedRedis::close);
        directories.forEach(Directories::delete);
    }

    @Override
    public String toString() {
        return "EmbeddedRedisCluster[" + url() + "]";
    }

    private void startNodes() {
        List<Integer> ports = Ports.free(SIZE);
        for (int node = 0; node < SIZE; node++) {
            Path directory = Directories.temporary();
            directories.add(directory);
            Directories.write(directory.resolve(CLUSTER_FILE), clusterFile(ports, node));
            nodes.add(EmbeddedRedis.builder()
                    .port(ports.get(node))
                    .directory(directory)
                    .config("cluster-enabled", "yes")
                    .config("cluster-config-file", CLUSTER_FILE)
                    .start());
        }
    }

    /** The file that a node of a running cluster writes: nodes need not meet and slots need not be assigned. */
    private static String clusterFile(List<Integer> ports, int self) {
        StringBuilder file = new StringBuilder();
        for (int node = 0; node < SIZE; node++) {
            int firstSlot = SLOTS * node / SIZE;
            int lastSlot = SLOTS * (node + 1) / SIZE - 1;
            int port = ports.get(node);
            file.append("%040x 127.0.0.1:%d@%d %s - 0 0 %d connected %d-%d%n".formatted(
                    port, port, port + Ports.BUS_OFFSET, node == self ? "myself,master" : "master", node + 1,
                    firstSlot, lastSlot));
        }
        return file.append("vars currentEpoch %d lastVoteEpoch 0%n".formatted(SIZE)).toString();
    }

    private void awaitReady() {
        for (EmbeddedRedis node : nodes) {
            Await.until(node + " reports cluster_state:ok", LIMIT, () -> {
                try (Jedis jedis = new Jedis(node.host(), node.port())) {
                    return jedis.clusterInfo().contains("cluster_state:ok");
                }
            });
        }
    }
}
