package io.github.asynqee.console.alert;

import java.util.List;

/** The codes of findings, as {@code docs/operating.md} and {@code docs/console-deployment.md} describe them. */
final class AlertCodes {

    static final List<String> ALL = List.of("redis-node", "redis-info", "eviction", "memory", "no-aof", "aof-error",
            "clock", "queue-without-server", "expired-leases", "active-without-lease", "unhandled-type",
            "payload-unread", "payload-lost", "worker-died", "backlog-ahead", "latency", "paused", "paused-long",
            "paused-partly", "archive-full", "group-stuck", "limit-unattended", "batch-unattended", "batch-refused",
            "batch-incomplete", "staged-sets", "duplicate-entries", "outbox-set-aside", "outbox-late", "outbox-problem",
            "queue-size", "oldest-pending", "failure-share", "missed-run", "entry-gone");

    private AlertCodes() {}
}
