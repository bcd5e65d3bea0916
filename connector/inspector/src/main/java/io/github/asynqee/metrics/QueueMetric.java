package io.github.asynqee.metrics;

import java.util.List;

/**
 * The metrics of the queues of one Redis. Metrics of asynq's own exporter keep its names, types, labels and help texts.
 */
public enum QueueMetric {
    /** Seconds since the next task became pending; 0 without a pending task. */
    LATENCY("asynq_queue_latency_seconds", Type.GAUGE, true,
            "Number of seconds the oldest pending task is waiting in pending state to be processed.", "queue"),
    /** Bytes in Redis, estimated from samples. */
    MEMORY("asynq_queue_memory_usage_approx_bytes", Type.GAUGE, true,
            "Number of memory used by a given queue (approximated number by sampling).", "queue"),
    /** 1 if the queue is paused, else 0. */
    PAUSED("asynq_queue_paused_total", Type.GAUGE, true, "Number of queues paused", "queue"),
    /** Tasks in all states. */
    SIZE("asynq_queue_size", Type.GAUGE, true, "Number of tasks in a queue", "queue"),
    /** Tasks by state: active, archived, completed, pending, retry, scheduled. A current number, not a sum. */
    TASKS("asynq_tasks_enqueued_total", Type.GAUGE, true, "Number of tasks enqueued; broken down by queue and state.",
            "queue", "state"),
    /** Failed attempts. */
    FAILED("asynq_tasks_failed_total", Type.COUNTER, true, "Number of tasks failed; broken down by queue", "queue"),
    /** Attempts that ended, including failed attempts. */
    PROCESSED("asynq_tasks_processed_total", Type.COUNTER, true,
            "Number of tasks processed (both succeeded and failed); broken down by queue", "queue"),

    /** Tasks that wait in groups; {@link #TASKS} has no such state. */
    AGGREGATING("asynq_queue_aggregating", Type.GAUGE, false, "Tasks that wait in the groups of a queue.", "queue"),
    /** Batches and chains that have not ended. */
    BATCHES("asynq_queue_batches", Type.GAUGE, false, "Batches and chains of a queue that have not ended.", "queue"),
    /** Members of the 100 oldest of these batches by state: open, failed. */
    BATCH_MEMBERS("asynq_queue_batch_members", Type.GAUGE, false,
            "Members of the 100 oldest batches of a queue that have not ended or are archived.", "queue", "state"),
    /** Servers that take tasks from the queue. */
    CONSUMERS("asynq_queue_consumers", Type.GAUGE, false, "Running servers that take tasks from a queue.", "queue"),
    /** Groups that have waiting tasks. */
    GROUPS("asynq_queue_groups", Type.GAUGE, false, "Groups of a queue that have waiting tasks.", "queue"),
    /** Tasks blocked by a limit; most of them also count as scheduled. */
    LIMITED("asynq_queue_limited", Type.GAUGE, false, "Tasks of a queue that wait because of a limit.", "queue"),
    /** 1 if the queue could be read, 0 if not; then the other metrics of the queue are missing. */
    QUEUE_UP("asynq_queue_up", Type.GAUGE, false, "Whether the queue could be read: 1 or 0.", "queue"),
    /** 1 if Redis could be read, 0 if not; then all metrics of queues and servers are missing. */
    REDIS_UP("asynq_redis_up", Type.GAUGE, false, "Whether Redis could be read: 1 or 0."),
    /**
     * Reads that failed since the start of this process: of one queue, of the servers, or of the names of the queues.
     */
    SCRAPE_ERRORS("asynq_scrape_errors_total", Type.COUNTER, false,
            "Failed reads of a queue, of the servers or of the list of queues."),
    /** Running servers of any status. */
    SERVERS("asynq_servers", Type.GAUGE, false, "Running servers.");

    /** The type of a metric. */
    public enum Type {
        /** A current value. */
        GAUGE,
        /** A sum that only grows. */
        COUNTER
    }

    private final String metricName;
    private final Type type;
    private final boolean asynq;
    private final String help;
    private final List<String> labels;

    QueueMetric(String metricName, Type type, boolean asynq, String help, String... labels) {
        this.metricName = metricName;
        this.type = type;
        this.asynq = asynq;
        this.help = help;
        this.labels = List.of(labels);
    }

    /** @return the name in Prometheus */
    public String metricName() {
        return metricName;
    }

    /** @return gauge or counter */
    public Type type() {
        return type;
    }

    /** @return whether asynq's own exporter also has this metric */
    public boolean isOfAsynq() {
        return asynq;
    }

    /** @return the help text */
    public String help() {
        return help;
    }

    /** @return the names of the labels, sorted; empty if there is one value */
    public List<String> labels() {
        return labels;
    }
}
