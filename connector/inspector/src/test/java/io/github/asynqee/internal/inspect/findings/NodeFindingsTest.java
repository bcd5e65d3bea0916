package io.github.asynqee.internal.inspect.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;
import org.junit.jupiter.api.Test;

/** Findings about nodes, from the output of INFO. */
class NodeFindingsTest {

    private static final Map<String, String> SAFE = Map.of("maxmemory_policy", "noeviction", "aof_enabled", "1",
            "aof_last_write_status", "ok", "maxmemory", "0", "used_memory", "1000");

    private static RedisNode node(String address, Duration ahead) {
        return new RedisNode(address, SAFE, ahead, null);
    }

    private static List<Finding> findings(RedisNode... nodes) {
        FindingCollector found = new FindingCollector();
        NodeFindings.of(List.of(nodes), found);
        return found.sorted();
    }

    @Test
    void each_clock_is_compared_with_that_of_this_machine() {
        assertThat(findings(node("a:1", Duration.ofSeconds(2)), node("b:1", Duration.ofMillis(-2_600)),
                node("c:1", Duration.ofMillis(7_400)), node("d:1", null))).extracting(Finding::code, Finding::message)
                .containsExactly(tuple("clock",
                        "the clock of Redis is 3 s behind that of this machine (b:1)"),
                        tuple("clock",
                                "the clock of Redis is 7 s ahead of that of this machine (c:1)"));
    }

    @Test
    void what_is_alike_on_several_nodes_is_one_finding() {
        Map<String, String> unsafe = Map.of("maxmemory_policy", "allkeys-lru", "aof_enabled", "0",
                "aof_last_write_status", "err");

        assertThat(findings(new RedisNode("a:1", unsafe, null, null), node("b:1", null),
                new RedisNode("c:1", unsafe, null, null))).extracting(Finding::code).containsExactly("eviction",
                        "aof-error", "no-aof");
        assertThat(findings(new RedisNode("a:1", unsafe, null, null), new RedisNode("c:1", unsafe, null, null)).get(0)
                .message()).isEqualTo("Redis may evict keys: maxmemory-policy is allkeys-lru (a:1, c:1)");
        assertThat(findings(new RedisNode("a:1", unsafe, null, null)).get(0).message())
                .isEqualTo("Redis may evict keys: maxmemory-policy is allkeys-lru");
    }

    @Test
    void a_node_that_cannot_be_read_is_an_error_and_nothing_else_is_known_of_it() {
        assertThat(findings(node("a:1", null), new RedisNode("b:1", Map.of(), null, "refused"))).singleElement()
                .isEqualTo(new Finding(Severity.ERROR, "redis-node", "",
                        "a node of Redis cannot be read: refused (b:1)",
                        "start the node, or let a replica take over"));
    }
}
