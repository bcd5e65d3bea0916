package io.github.asynqee.console.view;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.asynqee.console.redis.RedisServer;
import io.github.asynqee.console.redis.RedisServer.SlowCommand;

/**
 * The state that a Redis reports; missing numbers are omitted. For a Cluster, numbers are sums over the readable
 * masters.
 *
 * @param version the version of Redis, {@code null} if it cannot be read
 * @param mode as Redis names it, {@code null} if it cannot be read
 * @param uptimeS how long Redis has been running, in seconds
 * @param peakBytes maximum memory since its start
 * @param maxMemoryBytes its limit, 0 for none
 * @param evictionPolicy the policy at the limit, {@code null} if it cannot be read
 * @param aof whether changes are written to an append-only file
 * @param cluster the fields of CLUSTER INFO, {@code null} unless it is a Cluster
 * @param nodes the masters of a cluster, {@code null} otherwise
 * @param slowLog the latest slow commands of all masters, the latest first
 * @param raw fields of the first readable master that every role may see
 */
public record RedisInfo(String version, String mode, Long uptimeS, Long memoryBytes, Long peakBytes,
        Long maxMemoryBytes, String evictionPolicy, Boolean aof, Long clients, Long opsPerSecond,
        Map<String, String> cluster, List<Node> nodes, List<SlowCommand> slowLog, Map<String, String> raw) {

    /** Fields that contain no host names, paths, ports or IDs. Other fields are not shown. */
    private static final Set<String> SHOWN = Set.of("redis_version", "redis_mode", "server_name", "valkey_version",
            "os", "arch_bits", "multiplexing_api", "gcc_version", "uptime_in_seconds", "uptime_in_days", "hz",
            "configured_hz", "io_threads_active", "connected_clients", "cluster_connections", "maxclients",
            "blocked_clients", "tracking_clients", "pubsub_clients", "watching_clients", "used_memory",
            "used_memory_human", "used_memory_rss", "used_memory_rss_human", "used_memory_peak",
            "used_memory_peak_human", "used_memory_peak_perc", "used_memory_overhead", "used_memory_startup",
            "used_memory_dataset", "used_memory_dataset_perc", "used_memory_lua", "used_memory_lua_human",
            "used_memory_scripts", "used_memory_scripts_human", "used_memory_vm_total", "used_memory_functions",
            "number_of_cached_scripts", "number_of_functions", "number_of_libraries", "total_system_memory",
            "total_system_memory_human", "maxmemory", "maxmemory_human", "maxmemory_policy",
            "mem_fragmentation_ratio", "mem_fragmentation_bytes", "mem_not_counted_for_evict",
            "mem_replication_backlog", "mem_clients_slaves", "mem_clients_normal", "mem_aof_buffer", "mem_allocator",
            "active_defrag_running", "lazyfree_pending_objects", "lazyfreed_objects", "loading", "async_loading",
            "rdb_changes_since_last_save", "rdb_bgsave_in_progress", "rdb_last_save_time", "rdb_last_bgsave_status",
            "rdb_last_bgsave_time_sec", "rdb_saves", "aof_enabled", "aof_rewrite_in_progress",
            "aof_rewrite_scheduled", "aof_last_rewrite_time_sec", "aof_last_bgrewrite_status",
            "aof_last_write_status", "aof_current_size", "aof_base_size", "aof_pending_bio_fsync",
            "aof_delayed_fsync", "total_connections_received", "total_commands_processed",
            "instantaneous_ops_per_sec", "total_net_input_bytes", "total_net_output_bytes",
            "instantaneous_input_kbps", "instantaneous_output_kbps", "rejected_connections", "sync_full",
            "sync_partial_ok", "sync_partial_err", "expired_keys", "expired_stale_perc",
            "expired_time_cap_reached_count", "evicted_keys", "evicted_clients", "total_eviction_exceeded_time",
            "keyspace_hits", "keyspace_misses", "pubsub_channels", "pubsub_patterns", "latest_fork_usec",
            "total_forks", "tracking_total_keys", "unexpected_error_replies", "total_error_replies",
            "total_reads_processed", "total_writes_processed", "acl_access_denied_auth", "acl_access_denied_cmd",
            "acl_access_denied_key", "acl_access_denied_channel", "role", "connected_slaves",
            "min_slaves_good_slaves", "master_failover_state", "repl_backlog_active", "repl_backlog_size",
            "repl_backlog_histlen", "used_cpu_sys", "used_cpu_user", "used_cpu_sys_children",
            "used_cpu_user_children", "cluster_enabled");
    private static final Pattern DATABASE = Pattern.compile("db\\d+");
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
        raw.keySet().removeIf(field -> !SHOWN.contains(field) && !DATABASE.matcher(field).matches());
        List<SlowCommand> slow = masters.stream().flatMap(node -> node.slow().stream())
                .sorted(Comparator.comparing(SlowCommand::at).reversed()).limit(SLOW_COMMANDS).toList();
        return new RedisInfo(info.get("redis_version"), info.get("redis_mode"), number(info, "uptime_in_seconds"),
                sum(masters, "used_memory"), sum(masters, "used_memory_peak"), sum(masters, "maxmemory"),
                info.get("maxmemory_policy"), isAofOn(masters), sum(masters, "connected_clients"),
                sum(masters, "instantaneous_ops_per_sec"), cluster.isEmpty() ? null : cluster,
                cluster.isEmpty() ? null : masters.stream().map(Node::of).toList(), slow, raw);
    }

    /** Whether the append-only file is on at all readable nodes, {@code null} if no node reports it. */
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

    /** The information behind a proxy, which does not pass on these commands, so that only the mode is known. */
    public static RedisInfo ofProxy() {
        return of(List.of(new RedisServer.Node(null, Map.of("redis_mode", "proxy"), List.of())), Map.of());
    }

    private static Long number(Map<String, String> info, String field) {
        String text = info.get(field);
        return text == null || !text.matches("\\d{1,18}") ? null : Long.valueOf(text);
    }
}
