package io.github.asynqee.console.view;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.asynqee.console.redis.RedisServer.SlowCommand;

/** What a Redis reports about itself; a number that it does not report is left out. */
public record RedisInfo(String version, String mode, Long uptimeS, Long memoryBytes, Long peakBytes,
        Long maxMemoryBytes, String evictionPolicy, boolean aof, Long clients, Long opsPerSecond,
        Map<String, String> cluster, List<SlowCommand> slowLog, Map<String, String> raw) {

    /** Fields with paths and other names of the host that viewers need not see. */
    private static final List<String> HIDDEN = List.of("executable", "config_file", "master_host", "run_id");

    public static RedisInfo of(Map<String, String> info, Map<String, String> cluster, List<SlowCommand> slowLog) {
        Map<String, String> raw = new TreeMap<>(info);
        raw.keySet().removeIf(field -> HIDDEN.contains(field) || field.matches("slave\\d+"));
        return new RedisInfo(info.get("redis_version"), info.get("redis_mode"), number(info, "uptime_in_seconds"),
                number(info, "used_memory"), number(info, "used_memory_peak"), number(info, "maxmemory"),
                info.get("maxmemory_policy"), "1".equals(info.get("aof_enabled")), number(info, "connected_clients"),
                number(info, "instantaneous_ops_per_sec"), cluster.isEmpty() ? null : cluster, slowLog, raw);
    }

    private static Long number(Map<String, String> info, String field) {
        String text = info.get(field);
        return text == null || !text.matches("\\d{1,18}") ? null : Long.valueOf(text);
    }
}
