package io.github.asynqee.bench.scale;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** One server, or a cluster of several masters, as processes on this machine. */
final class RedisNodes implements AutoCloseable {

    private static final int SLOTS = 16_384;

    private final List<Process> processes = new ArrayList<>();
    private final List<Jedis> connections = new ArrayList<>();
    private final int firstPort;
    private final int count;

    private RedisNodes(int firstPort, int count) {
        this.firstPort = firstPort;
        this.count = count;
    }

    static RedisNodes start(int firstPort, int count) throws IOException, InterruptedException {
        RedisNodes nodes = new RedisNodes(firstPort, count);
        for (int i = 0; i < count; i++) {
            nodes.startNode(firstPort + i);
        }
        if (count > 1) {
            nodes.formCluster();
        }
        return nodes;
    }

    private void startNode(int port) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("asynq-scale");
        processes.add(
                new ProcessBuilder("redis-server", "--port", "" + port, "--bind", "127.0.0.1", "--save", "", "--dir",
                        folder.toString(), "--cluster-enabled", count > 1 ? "yes" : "no", "--loglevel", "warning")
                        .redirectErrorStream(true).redirectOutput(new File(folder.toFile(), "log")).start());
        for (int tries = 0;; tries++) {
            try {
                Jedis jedis = new Jedis("127.0.0.1", port, 20_000);
                jedis.ping();
                connections.add(jedis);
                return;
            } catch (JedisConnectionException e) {
                if (tries == 200) {
                    throw e;
                }
                Thread.sleep(50);
            }
        }
    }

    private void formCluster() throws InterruptedException {
        for (int i = 0; i < count; i++) {
            connections.get(i).clusterAddSlotsRange(SLOTS * i / count, SLOTS * (i + 1) / count - 1);
            connections.get(i).clusterMeet("127.0.0.1", firstPort);
        }
        while (!connections.stream().allMatch(node -> node.clusterInfo().contains("cluster_state:ok")
                && node.clusterInfo().contains("cluster_known_nodes:" + count))) {
            Thread.sleep(100);
        }
    }

    String url() {
        if (count == 1) {
            return "redis://127.0.0.1:" + firstPort;
        }
        return processes.stream().map(process -> "127.0.0.1:" + (firstPort + processes.indexOf(process)))
                .collect(Collectors.joining(",", "redis-cluster://", ""));
    }

    /** The sum of a field of INFO over all nodes. */
    double sum(String field) {
        return connections.stream().mapToDouble(value(field)).sum();
    }

    private static ToDoubleFunction<Jedis> value(String field) {
        return node -> node.info("all").lines().filter(line -> line.startsWith(field + ":"))
                .mapToDouble(line -> Double.parseDouble(line.substring(field.length() + 1).trim())).sum();
    }

    /** Microseconds of processor time of all nodes. */
    double micros() {
        return (sum("used_cpu_user") + sum("used_cpu_sys")) * 1e6;
    }

    void resetStatistics() {
        connections.forEach(Jedis::configResetStat);
    }

    /** Command to number of calls, of all nodes, the most frequent first. */
    String calls(double seconds) {
        return connections.stream().flatMap(node -> node.info("commandstats").lines())
                .filter(line -> line.startsWith("cmdstat_"))
                .collect(Collectors.groupingBy(line -> line.substring(8, line.indexOf(':')),
                        Collectors.summingLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))))
                .entrySet().stream().sorted((one, other) -> Long.compare(other.getValue(), one.getValue())).limit(12)
                .map(entry -> String.format("%s=%.2f", entry.getKey(), entry.getValue() / seconds))
                .collect(Collectors.joining(" "));
    }

    @Override
    public void close() {
        connections.forEach(Jedis::close);
        processes.forEach(Process::destroy);
        processes.forEach(process -> process.onExit().join());
    }
}
