package io.github.asynqee.console.view;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.github.asynqee.console.redis.RedisServer;
import io.github.asynqee.console.redis.RedisServer.SlowCommand;

/**
 * What a Redis reports about itself; a number that it does not report is left out. Of a cluster numbers are sums over the masters
 * that can be read.
 *
 * @param nodes the masters of a cluster, {@code null} otherwise
 * @param slowLog the latest slow commands of all masters, the latest first
 * @param raw the fields of the first master that can be read
 */
public record RedisInfo(String version, String mode, Long uptimeS, Long memoryBytes, Long peakBytes,
        Long maxMemoryBytes, String evictionPolicy, Boolean aof, Long clients, Long opsPerSecond,
        Map<String, String> cluster, List<Node> nodes, List<SlowCommand> slowLog, Map<String, String> raw) {

    /** Fields with paths and other names of the host that viewers need not see. */
    private static final List<String> HIDDEN = List.of("executable", "config_file", "master_host", "run_id");
    private static final int SLOW_COMMANDS = 50;

    /**
     * A master of a cluster.
     *
     * @param up whether it can be read
     */
    public record Node(String address, boolean up, Long memoryBytes, Long maxMemoryBytes, Long clients,
            Long opsPerSecond) {

        private static Node of(RedisServer.Node node) {
            Map<String, String> info = node.info();
            return new Node(node.address(), !info.isEmpty(), number(info, "used_memory"), number(info, "maxmemory"),
                    number(info, "connected_clients"), number(info, "instantaneous_ops_per_sec"));
        }
    }

    public static RedisInfo of(List<RedisServer.Node> masters, Map<String, String> cluster) {
        Map<String, String> info = masters.stream().map(RedisServer.Node::info).filter(fields -> !fields.isEmpty())
                .findFirst().orElse(Map.of());
        Map<String, String> raw = new TreeMap<>(info);
        raw.keySet().removeIf(field -> HIDDEN.contains(field) || field.matches("slave\\d+"));
        List<SlowCommand> slow = masters.stream().flatMap(node -> node.slow().stream())
                .sorted(Comparator.comparing(SlowCommand::at).reversed()).limit(SLOW_COMMANDS).toList();
        return new RedisInfo(info.get("redis_version"), info.get("redis_mode"), number(info, "uptime_in_seconds"),
                sum(masters, "used_memory"), sum(masters, "used_memory_peak"), sum(masters, "maxmemory"),
                info.get("maxmemory_policy"), isAofOn(masters), sum(masters, "connected_clients"),
                sum(masters, "instantaneous_ops_per_sec"), cluster.isEmpty() ? null : cluster,
                cluster.isEmpty() ? null : masters.stream().map(Node::of).toList(), slow, raw);
    }

    /** Whether all nodes that can be read have it on, {@code null} if none reports it. */
    private static Boolean isAofOn(List<RedisServer.Node> masters) {
        return readable(masters).noneMatch(info -> info.containsKey("aof_enabled")) ? null
                : (Boolean) readable(masters).allMatch(info -> "1".equals(info.get("aof_enabled")));
    }

    private static Stream<Map<String, String>> readable(List<RedisServer.Node> masters) {
        return masters.stream().map(RedisServer.Node::info).filter(info -> !info.isEmpty());
    }

    private static Long sum(List<RedisServer.Node> masters, String field) {
        List<Long> numbers = readable(masters).map(info -> number(info, field)).filter(Objects::nonNull).toList();
        return numbers.isEmpty() ? null : Long.valueOf(numbers.stream().mapToLong(Long::longValue).sum());
    }

    /** A proxy passes on none of the questions: only the mode is known. */
    public static RedisInfo ofProxy() {
        return of(List.of(new RedisServer.Node(null, Map.of("redis_mode", "proxy"), List.of())), Map.of());
    }

    private static Long number(Map<String, String> info, String field) {
        String text = info.get(field);
        return text == null || !text.matches("\\d{1,18}") ? null : Long.valueOf(text);
    }
}
