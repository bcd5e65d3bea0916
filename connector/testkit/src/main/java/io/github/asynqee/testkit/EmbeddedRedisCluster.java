package io.github.asynqee.testkit;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import redis.clients.jedis.Jedis;

/**
 * A Redis Cluster of three masters, without replicas or with one replica of each, as local processes, ready within some
 * seconds.
 * <p> The slots are distributed evenly: so a test whose keys have many hash tags uses every node.
 */
public final class EmbeddedRedisCluster implements AutoCloseable {

    private static final int MASTERS = 3;
    /** A master with a replica is considered failed if it does not answer for this time. */
    private static final String NODE_TIMEOUT_MILLIS = "2000";
    private static final String LONG_NODE_TIMEOUT_MILLIS = "15000";
    private static final int SLOTS = 16_384;
    private static final String CLUSTER_FILE = "nodes.conf";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final List<Path> directories = new ArrayList<>();
    private final List<EmbeddedRedis> nodes = new ArrayList<>();

    private final int size;

    private EmbeddedRedisCluster(int size) {
        this.size = size;
    }

    /**
     * Starts a cluster of three masters on free ports and returns when every node reports {@code cluster_state:ok}.
     *
     * @return the running cluster
     * @throws RedisStartException if it does not become ready
     */
    public static EmbeddedRedisCluster start() {
        return start(MASTERS);
    }

    /**
     * Starts a cluster of three masters and three replicas on free ports and returns when every node reports
     * {@code cluster_state:ok} and the replicas are in sync. A replica takes over within some seconds when its
     * master is killed.
     *
     * @return the running cluster
     * @throws RedisStartException if it does not become ready
     */
    public static EmbeddedRedisCluster startWithReplicas() {
        return start(2 * MASTERS);
    }

    private static EmbeddedRedisCluster start(int size) {
        EmbeddedRedisCluster cluster = new EmbeddedRedisCluster(size);
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
     * The nodes; each of them can be killed, paused and restarted.
     *
     * @return three masters, the first one with the lowest slots; then their replicas in the same order, if it was
     *         started with replicas
     */
    public List<EmbeddedRedis> nodes() {
        return List.copyOf(nodes);
    }

    /**
     * Stops all nodes and deletes their files.
     */
    @Override
    public void close() {
        nodes.forEach(EmbeddedRedis::kill);
        directories.forEach(Directories::delete);
    }

    @Override
    public String toString() {
        return "EmbeddedRedisCluster[" + url() + "]";
    }

    private void startNodes() {
        List<Integer> ports = Ports.free(size);
        for (int node = 0; node < size; node++) {
            Path directory = Directories.temporary();
            directories.add(directory);
            Directories.write(directory.resolve(CLUSTER_FILE), clusterFile(ports, node));
            nodes.add(EmbeddedRedis.builder()
                    .port(ports.get(node))
                    .directory(directory)
                    .config("cluster-enabled", "yes")
                    .config("cluster-config-file", CLUSTER_FILE)
                    .config("cluster-node-timeout",
                            size > MASTERS ? NODE_TIMEOUT_MILLIS : LONG_NODE_TIMEOUT_MILLIS)
                    .config("repl-diskless-sync-delay", "0")
                    .start());
        }
    }

    /**
     * The configuration file of a node, as written by a running cluster. With this file, the nodes need not meet, and
     * the slots need not be assigned.
     */
    private static String clusterFile(List<Integer> ports, int self) {
        StringBuilder file = new StringBuilder();
        for (int node = 0; node < ports.size(); node++) {
            int port = ports.get(node);
            file.append(String.format(Locale.ROOT, "%040x 127.0.0.1:%d@%d %s%s%n", port, port, port + Ports.BUS_OFFSET,
                    node == self ? "myself," : "", node < MASTERS ? master(node) : replica(node, ports)));
        }
        return file.append(String.format(Locale.ROOT, "vars currentEpoch %d lastVoteEpoch 0%n", MASTERS)).toString();
    }

    private static String master(int node) {
        return String.format(Locale.ROOT, "master - 0 0 %d connected %d-%d", node + 1, SLOTS * node / MASTERS,
                SLOTS * (node + 1) / MASTERS - 1);
    }

    private static String replica(int node, List<Integer> ports) {
        int master = node - MASTERS;
        return String.format(Locale.ROOT, "slave %040x 0 0 %d connected", ports.get(master), master + 1);
    }

    private void awaitReady() {
        for (EmbeddedRedis node : nodes) {
            Await.until(node + " reports cluster_state:ok", LIMIT, () -> {
                try (Jedis jedis = new Jedis(node.host(), node.port())) {
                    return jedis.clusterInfo().contains("cluster_state:ok")
                            && !jedis.info("replication").contains("master_link_status:down");
                }
            });
        }
    }
}
