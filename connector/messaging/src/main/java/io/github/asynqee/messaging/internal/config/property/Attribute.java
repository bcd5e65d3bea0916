package io.github.asynqee.messaging.internal.config.property;

import static io.github.asynqee.messaging.internal.config.property.Scope.CONNECTOR;
import static io.github.asynqee.messaging.internal.config.property.Scope.CRON;
import static io.github.asynqee.messaging.internal.config.property.Scope.INCOMING;
import static io.github.asynqee.messaging.internal.config.property.Scope.OUTGOING;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.github.asynqee.Durability;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.WorkerConfig;

/**
 * Declares each configuration attribute once, for reading and for the check for unknown attributes. The tables in
 * {@code docs/configuration.md} describe the attributes; a test compares both.
 *
 * <p>MicroProfile's own annotation {@code ConnectorAttribute} is not retained at run time, so it cannot be read at
 * deployment.
 */
public enum Attribute {
    /** URL of the Redis. */
    URL("url", "URL", "redis://localhost:6379", CONNECTOR, INCOMING, OUTGOING),
    /** Limit of a connection attempt. */
    CONNECT_TIMEOUT("connect-timeout", "duration", "5s", CONNECTOR),
    /** Limit of a command. */
    COMMAND_TIMEOUT("command-timeout", "duration", "3s", CONNECTOR),
    /** Size of the connection pool. */
    MAX_CONNECTIONS("max-connections", "int", "32", CONNECTOR),
    /** Trusted certificates. */
    TRUST_STORE("trust-store", "file", "the JVM's", CONNECTOR),
    /** Password of the trusted certificates. */
    TRUST_STORE_PASSWORD("trust-store-password", "string", "–", CONNECTOR),
    /** Certificate of the client. */
    KEY_STORE("key-store", "file", "–", CONNECTOR),
    /** Password of the client's certificate. */
    KEY_STORE_PASSWORD("key-store-password", "string", "–", CONNECTOR),
    /** Checks of the server's certificate. */
    TLS_VERIFY("tls-verify", "full, ca or none", "full", CONNECTOR),
    /** Name in the server's certificate. */
    TLS_SERVER("tls-server", "string", "the host of the URL", CONNECTOR),
    /** Queue of a channel. */
    QUEUE("queue", "queue", TaskOptions.DEFAULT_QUEUE, CONNECTOR, INCOMING, OUTGOING, CRON),
    /** Several queues of a channel. */
    QUEUES("queues", "list", "–", CONNECTOR, INCOMING),
    /** Number of shards of a channel's queues. */
    SHARDS("shards", "int", "1", INCOMING, OUTGOING),
    /** Task type or type prefix. */
    TYPE("type", "string", "incoming: all types; outgoing: the channel's name; cron: the entry's name", INCOMING,
            OUTGOING, CRON),
    /** Versions of the tasks handled. */
    VERSIONS("versions", "versions", "all versions", INCOMING),
    /** Version of the tasks enqueued. */
    VERSION("version", "int", "–", OUTGOING, CRON),
    /** Maximum number of concurrent handlers. */
    CONCURRENCY("concurrency", "int", "1", INCOMING),
    /** Maximum number of running tasks of a key. */
    MAX_RUNNING("max-running", "int", "any number", INCOMING),
    /** Maximum number of starts of a key. */
    RATE_LIMIT("rate-limit", "rate", "any number", INCOMING),
    /** The key of a limit. */
    LIMIT_KEY("limit-key", "key", "queue", INCOMING),
    /** The name of a limit. */
    LIMIT("limit", "string", "the channel's name", INCOMING),
    /** The key for round robin between tasks. */
    FAIR_BY("fair-by", "key", "–", INCOMING),
    /** Time after which the next attempt continues a task with a checkpoint. */
    MAX_SLICE("max-slice", "duration", "–", INCOMING),
    /** Delay before a retry. */
    RETRY_DELAY("retry-delay", "delay", "asynq", CONNECTOR, INCOMING),
    /** Exceptions that archive a task. */
    SKIP_RETRY_ON("skip-retry-on", "classes", "–", CONNECTOR, INCOMING),
    /** Exceptions that delete a task. */
    REVOKE_ON("revoke-on", "classes", "–", CONNECTOR, INCOMING),
    /** Exceptions that do not use up a retry. */
    IGNORE_FAILURE_ON("ignore-failure-on", "classes", "–", CONNECTOR, INCOMING),
    /** Logging of failed attempts. */
    LOG_FAILURES("log-failures", "summary, stack or none", "summary", CONNECTOR, INCOMING),
    /** Queue of dead letters. */
    DEAD_LETTER_QUEUE("dead-letter-queue", "queue", "–", CONNECTOR, INCOMING),
    /** Type of dead letters. */
    DEAD_LETTER_TYPE("dead-letter-type", "string", "the type of the failed task", CONNECTOR, INCOMING),
    /** Source of handler threads. */
    EXECUTOR("executor", "string", "default", CONNECTOR, INCOMING),
    /** Maximum number of retries. */
    MAX_RETRY("max-retry", "int", "" + TaskOptions.DEFAULT_MAX_RETRY, CONNECTOR, OUTGOING, CRON),
    /** Maximum duration of an attempt. */
    TIMEOUT("timeout", "duration", Durations.format(TaskOptions.DEFAULT_TIMEOUT) + ", none if there is a deadline",
            CONNECTOR, OUTGOING, CRON),
    /** Time limit of all attempts. */
    DEADLINE("deadline", "instant", "–", CONNECTOR, OUTGOING, CRON),
    /** Retention after success. */
    RETENTION("retention", "duration", "0", CONNECTOR, OUTGOING, CRON),
    /** Duration of a uniqueness lock. */
    UNIQUE_FOR("unique-for", "duration", "–", CONNECTOR, OUTGOING, CRON),
    /** The key of unique tasks. */
    UNIQUE_KEY("unique-key", "key", "payload", OUTGOING),
    /** When unique tasks release their keys. */
    UNIQUE_UNTIL("unique-until", "success, start or time", "success", OUTGOING),
    /** Handling of duplicates. */
    ON_DUPLICATE("on-duplicate", "reject, replace, join or extend", "reject", OUTGOING),
    /** Time without changes before a task runs. */
    DEBOUNCE("debounce", "duration", "–", OUTGOING),
    /** Time in which at most one task is stored. */
    THROTTLE("throttle", "duration", "–", OUTGOING),
    /** Delay before the first attempt. */
    PROCESS_IN("process-in", "duration", "–", CONNECTOR, OUTGOING, CRON),
    /** Group or group prefix. */
    GROUP("group", "string", "incoming: all groups; else –", INCOMING, OUTGOING, CRON),
    /** Whether a channel handles groups. */
    GROUPED("grouped", "boolean", "true if the handler takes a `List`", INCOMING),
    /** Grace period of a group. */
    GROUP_GRACE_PERIOD("group-grace-period", "duration", Durations.format(GroupConfig.DEFAULT.gracePeriod()), CONNECTOR,
            INCOMING),
    /** Maximum waiting time in a group. */
    GROUP_MAX_DELAY("group-max-delay", "duration", Durations.format(GroupConfig.DEFAULT.maxDelay()), CONNECTOR,
            INCOMING),
    /** Maximum size of a group. */
    GROUP_MAX_SIZE("group-max-size", "int", "" + GroupConfig.DEFAULT.maxSize(), CONNECTOR, INCOMING),
    /** Durability of tasks. */
    DURABILITY("durability", "memory, replica or disk", "memory", CONNECTOR, OUTGOING),
    /** Number of replicas that must confirm a task. */
    DURABILITY_REPLICAS("durability-replicas", "int", "1", CONNECTOR, OUTGOING),
    /** Maximum time to wait for a confirmation. */
    DURABILITY_TIMEOUT("durability-timeout", "duration", Durations.format(Durability.DEFAULT_TIMEOUT), CONNECTOR,
            OUTGOING),
    /** How tasks take part in the transaction of their sender. */
    TRANSACTIONAL("transactional", "none, after-commit or outbox", "none", CONNECTOR, OUTGOING),
    /** Database of the outbox. */
    OUTBOX_DATASOURCE("outbox.datasource", "JNDI name", "java:comp/DefaultDataSource", CONNECTOR),
    /** Table of the outbox. */
    OUTBOX_TABLE("outbox.table", "name", "asynq_outbox", CONNECTOR),
    /** Whether the tables of the outbox are created. */
    OUTBOX_CREATE("outbox.create", "boolean", "false", CONNECTOR),
    /** Database of the inbox. */
    INBOX_DATASOURCE("inbox.datasource", "JNDI name", "–", INCOMING),
    /** Whether the table of the inbox is created. */
    INBOX_CREATE("inbox.create", "boolean", "false", CONNECTOR, INCOMING),
    /** How long rows of the inbox are kept. */
    INBOX_RETENTION("inbox.retention", "duration", "7d", CONNECTOR),
    /** Size above which payloads are compressed. */
    COMPRESS_ABOVE("compress-above", "size", "–", CONNECTOR, OUTGOING),
    /** Whether payloads are encrypted. */
    ENCRYPT("encrypt", "boolean", "false", CONNECTOR, OUTGOING),
    /** Size above which payloads are stored outside Redis. */
    STORE_ABOVE("store-above", "size", "–", CONNECTOR, OUTGOING),
    /** Maximum number of tasks waiting to be stored. */
    MAX_WAITING("max-waiting", "int", "10000", CONNECTOR),
    /** Strict queue priorities. */
    STRICT_PRIORITY("strict-priority", "boolean", "" + Worker.UNSET.strictPriority(), CONNECTOR),
    /** Maximum waiting time of a shutdown. */
    SHUTDOWN_TIMEOUT("shutdown-timeout", "duration", "8s", CONNECTOR),
    /** Longest polling interval of queues without change notifications. */
    TASK_CHECK_INTERVAL("task-check-interval", "duration", Durations.format(Worker.UNSET.taskCheckInterval()),
            CONNECTOR),
    /** Polling interval of scheduled tasks without change notifications. */
    DELAYED_TASK_CHECK_INTERVAL("delayed-task-check-interval", "duration",
            Durations.format(Worker.UNSET.delayedTaskCheckInterval()), CONNECTOR),
    /** Interval of the recoverer. */
    RECOVERY_INTERVAL("recovery-interval", "duration", Durations.format(Worker.UNSET.recoveryInterval()), CONNECTOR),
    /** Maximum number of recoveries. */
    MAX_RECOVERIES("max-recoveries", "int", "" + Worker.UNSET.maxRecoveries(), CONNECTOR),
    /** Number of attempts recorded with a task. */
    ATTEMPT_HISTORY("attempt-history", "int", "" + Worker.UNSET.attemptHistory(), CONNECTOR),
    /** Statistics per queue and type. */
    STATISTICS("statistics", "boolean", "" + Worker.UNSET.statistics(), CONNECTOR),
    /** Interval of the health check. */
    HEALTH_CHECK_INTERVAL("health-check-interval", "duration", Durations.format(Worker.UNSET.healthCheckInterval()),
            CONNECTOR),
    /** Interval of the janitor. */
    JANITOR_INTERVAL("janitor-interval", "duration", Durations.format(Worker.UNSET.janitorInterval()), CONNECTOR),
    /** Maximum size of a fetch. */
    FETCH_BATCH("fetch-batch", "int", "" + Worker.UNSET.fetchBatch(), CONNECTOR),
    /** Maximum number of prefetched tasks. */
    MAX_PREFETCH("max-prefetch", "int", "" + Worker.UNSET.maxPrefetch(), CONNECTOR),
    /** Handling of task types without a channel. */
    UNHANDLED_TYPE("unhandled-type", "return or fail", "return", CONNECTOR),
    /** Delay of tasks of an unhandled type. */
    UNHANDLED_TYPE_DELAY("unhandled-type-delay", "duration", Durations.format(Worker.UNSET.unhandledTypeDelay()),
            CONNECTOR),
    /** Schedule of a periodic task. */
    SPEC("spec", "cron spec", "–", CRON),
    /** The time zone of a spec. */
    ZONE("zone", "time zone", "UTC", CRON),
    /** The payload of a periodic task. */
    PAYLOAD("payload", "text", "none", CRON),
    /** Handling of missed ticks. */
    CATCH_UP("catch-up", "none, one or all", "none", CRON),
    /** Whether a periodic task is enabled. */
    ENABLED("enabled", "boolean", "true", CRON),
    /** Whether a node enqueues periodic tasks. */
    CRON_ENABLED("cron-enabled", "boolean", "true", CONNECTOR),
    /** Refresh interval of periodic task providers. */
    CRON_REFRESH_INTERVAL("cron-refresh-interval", "duration", "3m", CONNECTOR),
    /** Whether there is a readiness check. */
    HEALTH_READINESS_ENABLED("health-readiness-enabled", "boolean", "true", CONNECTOR),
    /** Whether there is a liveness check. */
    HEALTH_LIVENESS_ENABLED("health-liveness-enabled", "boolean", "true", CONNECTOR),
    /** Whether the metrics of the node are published. */
    METRICS_ENABLED("metrics-enabled", "boolean", "true", CONNECTOR),
    /** How tasks are traced. */
    TRACING("tracing", "parent, link or none", "parent", CONNECTOR, INCOMING, OUTGOING),
    /** Whether log lines contain the task. */
    LOG_CONTEXT("log-context", "boolean", "false", CONNECTOR, INCOMING);

    /** The default settings of a worker. */
    private static final class Worker {
        private static final WorkerConfig UNSET = WorkerConfig.builder().build();
    }

    private final String key;
    private final String type;
    private final String defaultValue;
    private final Set<Scope> scopes;

    Attribute(String key, String type, String defaultValue, Scope... scopes) {
        this.key = key;
        this.type = type;
        this.defaultValue = defaultValue;
        this.scopes = Set.of(scopes);
    }

    /** @return the attribute's name in a property */
    public String key() {
        return key;
    }

    /** @return the kind of value, for the documentation */
    public String type() {
        return type;
    }

    /** @return the default, for the documentation */
    public String defaultValue() {
        return defaultValue;
    }

    /**
     * Whether a scope allows the attribute. A value of the connector is the default of its channels.
     *
     * @param scope the scope
     * @return true if the attribute is allowed there
     */
    public boolean isAllowedIn(Scope scope) {
        return scopes.contains(scope);
    }

    /** @return the allowed scopes, most general first */
    public List<Scope> scopes() {
        return Arrays.stream(Scope.values()).filter(scopes::contains).toList();
    }

    static Optional<Attribute> ofKey(String key) {
        return Arrays.stream(values()).filter(attribute -> attribute.key.equals(key)).findFirst();
    }
}
