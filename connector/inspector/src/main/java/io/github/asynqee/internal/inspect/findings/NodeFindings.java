package io.github.asynqee.internal.inspect.findings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;

/** Findings about Redis masters. The same finding on several cluster nodes is reported once. */
final class NodeFindings {

    private static final Duration MAX_CLOCK_DIFFERENCE = Duration.ofSeconds(2);
    private static final int MUCH_MEMORY = 80;
    private static final int ALMOST_ALL_MEMORY = 95;

    private final Map<Finding, List<String>> nodes = new LinkedHashMap<>();

    static void of(List<RedisNode> masters, FindingCollector found) {
        NodeFindings all = new NodeFindings();
        masters.forEach(all::look);
        all.nodes.forEach((finding, addresses) -> found.add(finding.severity(), finding.code(), "",
                finding.message() + (masters.size() == 1 ? "" : " (" + String.join(", ", addresses) + ")"),
                finding.advice()));
    }

    private void add(RedisNode node, Severity severity, String code, String message, String advice) {
        nodes.computeIfAbsent(new Finding(severity, code, "", message, advice), key -> new ArrayList<>())
                .add(node.address());
    }

    private void look(RedisNode node) {
        if (node.error() != null) {
            add(node, Severity.ERROR, "redis-node", "a node of Redis cannot be read: " + node.error(),
                    "start the node, or let a replica take over");
            return;
        }
        if (node.info().isEmpty()) {
            add(node, Severity.INFO, "redis-info",
                    "the user may not execute INFO: memory and persistence are not checked", "allow +info");
        }
        String policy = node.field("maxmemory_policy", "noeviction");
        if (!policy.equals("noeviction")) {
            add(node, Severity.ERROR, "eviction", "Redis may evict keys: maxmemory-policy is " + policy,
                    "set maxmemory-policy noeviction");
        }
        memory(node);
        if (!node.field("aof_enabled", "1").equals("1")) {
            add(node, Severity.WARNING, "no-aof",
                    "the append-only file of Redis is off: tasks are lost if Redis crashes",
                    "set appendonly yes, unless the tasks may be lost");
        }
        if (node.field("aof_last_write_status", "ok").equals("err")) {
            add(node, Severity.ERROR, "aof-error", "the last write of the append-only file failed",
                    "check the log of Redis; its disk may be full");
        }
        clock(node);
    }

    private void memory(RedisNode node) {
        long max = node.number("maxmemory");
        long percent = max == 0 ? 0 : Math.round(100.0 * node.number("used_memory") / max);
        if (percent >= MUCH_MEMORY) {
            add(node, percent >= ALMOST_ALL_MEMORY ? Severity.ERROR : Severity.WARNING, "memory",
                    "Redis uses " + percent + "% of maxmemory: when it is full no task can be enqueued",
                    "raise maxmemory; delete archived and completed tasks; shorten retention");
        }
    }

    private void clock(RedisNode node) {
        if (node.ahead() == null || node.ahead().abs().compareTo(MAX_CLOCK_DIFFERENCE) <= 0) {
            return;
        }
        long seconds = Math.round(node.ahead().abs().toMillis() / 1000.0);
        add(node, Severity.WARNING, "clock",
                "the clock of Redis is " + seconds + " s " + (node.ahead().isNegative() ? "behind" : "ahead of")
                        + " that of this machine",
                "synchronize the clocks, because Go servers use their own clocks");
    }
}
