package io.github.asynqee.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.asynqee.console.redis.RedisServer;
import org.junit.jupiter.api.Test;

class RedisInfoTest {

    @Test
    void fields_that_are_not_known_are_not_shown() {
        Map<String, String> info = new TreeMap<>(Map.of("redis_version", "7.4", "used_memory", "5", "db0", "keys=1",
                "executable", "/opt/redis", "config_file", "/etc/redis.conf", "master_host", "10.0.0.1", "run_id",
                "abc", "slave0", "ip=10.0.0.2", "db0x", "no"));
        info.putAll(Map.of("listener0", "name=tcp,bind=10.0.0.3", "master_replid", "abc", "tcp_port", "6379",
                "a_field_of_tomorrow", "secret"));

        RedisInfo shown = RedisInfo.of(List.of(new RedisServer.Node("a:1", info, List.of())), Map.of());

        assertThat(shown.raw()).containsOnlyKeys("redis_version", "used_memory", "db0");
        assertThat(shown.version()).isEqualTo("7.4");
        assertThat(shown.memoryBytes()).isEqualTo(5);
    }
}
