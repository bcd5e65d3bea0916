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
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.Limit;
import io.github.asynqee.worker.WorkerConfig;

/**
 * Declares each configuration attribute once, for the readers, the check for unknown attributes, and the table in
 * {@code docs/configuration.md}.
 *
 * <p>MicroProfile's own annotation {@code ConnectorAttribute} is not retained at run time, so it cannot be read at
 * deployment.
 */
public enum Attribute {
    /** URL of the Redis. */
    URL("url", "URL", "redis://localhost:6379",
            "Redis: `redis://[[user]:password@]host[:port][/db]`, `rediss://…` with TLS, "
                    + "`redis-sentinel://host[:port],…?master=name`, `redis-cluster://host[:port],…`, "
                    + "`redis-proxy://host[:port]`",
            CONNECTOR, INCOMING, OUTGOING),
    /** Limit of a connection attempt. */
    CONNECT_TIMEOUT("connect-timeout", "duration", "5s",
            "limit of one attempt to connect to Redis, from `10ms` to `5m`",
            CONNECTOR),
    /** Limit of a command. */
    COMMAND_TIMEOUT("command-timeout", "duration", "3s",
            "how long a reply of Redis is waited for, from `10ms` to `5m`; also how long a caller waits for a free "
                    + "connection",
            CONNECTOR),
    /** Size of the connection pool. */
    MAX_CONNECTIONS("max-connections", "int", "32",
            "maximum number of pooled connections to each node of a Redis, at least 2; connections are opened when "
                    + "they are needed",
            CONNECTOR),
    /** Trusted certificates. */
    TRUST_STORE("trust-store", "file", "the JVM's",
            "PKCS #12 or JKS file with the certificates that are trusted on TLS connections", CONNECTOR),
    /** Password of the trusted certificates. */
    TRUST_STORE_PASSWORD("trust-store-password", "string", "–", "password of `trust-store`", CONNECTOR),
    /** Certificate of the client. */
    KEY_STORE("key-store", "file", "–",
            "PKCS #12 or JKS file with the client certificate and its key, for a Redis that requires one", CONNECTOR),
    /** Password of the client's certificate. */
    KEY_STORE_PASSWORD("key-store-password", "string", "–", "password of `key-store`", CONNECTOR),
    /** Checks of the server's certificate. */
    TLS_VERIFY("tls-verify", "full, ca or none", "full",
            "which certificates of Redis are accepted: `full` trusted ones issued for the host of the URL, `ca` all "
                    + "trusted ones, `none` any, which is safe only in tests",
            CONNECTOR),
    /** Name in the server's certificate. */
    TLS_SERVER("tls-server", "string", "the host of the URL",
            "name for which the certificate of Redis must be valid, with `tls-verify=full`", CONNECTOR),
    /** Queue of a channel. */
    QUEUE("queue", "queue", TaskOptions.DEFAULT_QUEUE, "the queue that tasks are consumed from or enqueued to",
            CONNECTOR, INCOMING,
            OUTGOING,
            CRON),
    /** Several queues of a channel. */
    QUEUES("queues", "list", "–",
            "several queues with priorities instead of one: `critical=6,default=3,low=1`; without `=` the priority is "
                    + "1. `tenant-*` matches all queues whose names begin so, also later ones, see [queues found at "
                    + "run time](scaling.md#queues-found-at-run-time)",
            CONNECTOR, INCOMING),
    /** Number of shards of a channel's queues. */
    SHARDS("shards", "int", "1",
            "number of queues over which each queue of the channel is distributed, up to " + Shards.MAX
                    + ": `mails`, `mails~1`, `mails~2` "
                    + "…, see [scaling](scaling.md#one-queue-larger-than-one-redis). Of several channels of a queue the "
                    + "highest number counts; a number above that on record in Redis adds shards when a worker starts; "
                    + "running workers consume them within 10 s",
            INCOMING, OUTGOING),
    /** Task type or type prefix. */
    TYPE("type", "string", "incoming: all types; outgoing: the channel's name; cron: the entry's name",
            "incoming: prefix of the task types handled; of several matching channels of a queue the longest prefix "
                    + "wins; "
                    + "outgoing and cron: the type of the tasks enqueued",
            INCOMING, OUTGOING, CRON),
    /** Versions of the tasks handled. */
    VERSIONS("versions", "versions", "all versions",
            "versions of the tasks handled, `3` or `2..3`; others stay in the queue for workers that know them, see "
                    + "[versions](versions.md)",
            INCOMING),
    /** Version of the tasks enqueued. */
    VERSION("version", "int", "–", "version of the tasks enqueued, at least 1; without one it is 1", OUTGOING, CRON),
    /** Maximum number of concurrent handlers. */
    CONCURRENCY("concurrency", "int", "1", "maximum number of tasks of the channel that run concurrently (lanes)",
            INCOMING),
    /** Maximum number of running tasks of a key. */
    MAX_RUNNING("max-running", "int", "any number",
            "how many tasks with the same key run at the same time on all nodes, up to " + Limit.MAX
                    + ", see [limits](limits.md); `1` runs them one after the other, in their order",
            INCOMING),
    /** Maximum number of starts of a key. */
    RATE_LIMIT("rate-limit", "rate", "any number",
            "how many tasks with the same key start within a time on all nodes: `100/s`, `5/10s`, `1000/1h`", INCOMING),
    /** The key of a limit. */
    LIMIT_KEY("limit-key", "key", "queue",
            "what tasks with the same key have in common: `queue` for all tasks of the channel, `type`, "
                    + "`header:tenant`, or a member of a JSON payload, `json:/customer/id`",
            INCOMING),
    /** The name of a limit. */
    LIMIT("limit", "string", "the channel's name",
            "the name of the limit: channels of one queue with the same name, key and numbers share it; "
                    + "`sema:<scope>` is a [semaphore](limits.md#over-several-queues-and-with-go) of several queues",
            INCOMING),
    /** By what keys take turns. */
    FAIR_BY("fair-by", "key", "–",
            "keys whose tasks start [in turn](limits.md#fair-between-keys): `type`, `header:tenant`, or a member of a JSON "
                    + "payload, `json:/customer/id`. The channel must receive all tasks of its queue, and have no limit",
            INCOMING),
    /** How long an attempt runs. */
    MAX_SLICE("max-slice", "duration", "–",
            "how long an attempt runs before its task continues [from its checkpoint](long-tasks.md), behind the others in its "
                    + "queue; at least `1s`",
            INCOMING),
    /** Delay before a retry. */
    RETRY_DELAY("retry-delay", "delay", "asynq",
            "delay before a failed task is retried: `asynq` for asynq's formula (15 s and growing, 25 retries "
                    + "take about 20 days), a duration, `exponential:1s..1h` for a delay that doubles up to a limit, or "
                    + "`bean:name` for a bean that computes it; `~20%` behind it varies it, see [retries](retries.md)",
            CONNECTOR, INCOMING),
    /** Exceptions that archive a task. */
    SKIP_RETRY_ON("skip-retry-on", "classes", "–",
            "exceptions after which a task is archived without further retries; comma-separated class names, matched "
                    + "against "
                    + "the exception and its causes",
            CONNECTOR, INCOMING),
    /** Exceptions that delete a task. */
    REVOKE_ON("revoke-on", "classes", "–", "exceptions after which a task is deleted, as if it had succeeded",
            CONNECTOR,
            INCOMING),
    /** Exceptions that do not use up a retry. */
    IGNORE_FAILURE_ON("ignore-failure-on", "classes", "–",
            "exceptions after which a task is retried without using up a retry, while it has one left", CONNECTOR,
            INCOMING),
    /** Logging of failed attempts. */
    LOG_FAILURES("log-failures", "summary, stack or none", "summary",
            "how failed attempts are logged: `summary` logs one line for each, and its stack trace at level DEBUG; "
                    + "`stack` "
                    + "logs line and stack trace; `none` logs nothing",
            CONNECTOR, INCOMING),
    /** Queue of dead letters. */
    DEAD_LETTER_QUEUE("dead-letter-queue", "queue", "–",
            "queue of the same Redis that receives a copy of each permanently failed task, with headers that begin "
                    + "with "
                    + "`dead-letter-`; the task itself is archived",
            CONNECTOR, INCOMING),
    /** Type of dead letters. */
    DEAD_LETTER_TYPE("dead-letter-type", "string", "the type of the failed task", "task type of dead letters",
            CONNECTOR, INCOMING),
    /** Source of handler threads. */
    EXECUTOR("executor", "string", "default",
            "source of handler threads: `default` for the container's default ManagedThreadFactory, the JNDI name "
                    + "of another one, or `virtual` for virtual threads (Java 21 or later)",
            CONNECTOR, INCOMING),
    /** Maximum number of retries. */
    MAX_RETRY("max-retry", "int", "" + TaskOptions.DEFAULT_MAX_RETRY, "maximum number of retries of a task", CONNECTOR,
            OUTGOING, CRON),
    /** Maximum duration of an attempt. */
    TIMEOUT("timeout", "duration", Durations.format(TaskOptions.DEFAULT_TIMEOUT) + ", none if there is a deadline",
            "maximum duration of one attempt; at least `1s`, `0` for the default", CONNECTOR, OUTGOING, CRON),
    /** Time limit of all attempts. */
    DEADLINE("deadline", "instant", "–", "time at which all attempts must have ended: `2030-12-31T23:59:59Z`",
            CONNECTOR,
            OUTGOING, CRON),
    /** Retention after success. */
    RETENTION("retention", "duration", "0",
            "how long a completed task is kept; at least `1s`, `0` to delete it at once",
            CONNECTOR, OUTGOING, CRON),
    /** Duration of a uniqueness lock. */
    UNIQUE_FOR("unique-for", "duration", "–",
            "duration for which further tasks of the same type, payload and queue are refused as duplicates; at least "
                    + "`1s`",
            CONNECTOR,
            OUTGOING, CRON),
    /** The key of unique tasks. */
    UNIQUE_KEY("unique-key", "key", "payload",
            "what unique tasks are compared by, see [unique tasks](uniqueness.md#of-a-channel): `payload`, `type` for all "
                    + "tasks of the type, `header:order`, or a member of a JSON payload, `json:/order/id`",
            OUTGOING),
    /** Until when unique tasks hold their keys. */
    UNIQUE_UNTIL("unique-until", "success, start or time", "success",
            "until when a unique task holds its key, at most for `unique-for`: until its `success`, the `start` of its "
                    + "first attempt, or for the whole `time`",
            OUTGOING),
    /** What happens to duplicates. */
    ON_DUPLICATE("on-duplicate", "reject, replace, join or extend", "reject",
            "what happens to a task whose key another one holds: `reject` fails its message with a "
                    + "`DuplicateTaskException`; `replace` gives its content to the other task if that waits; `join` leaves "
                    + "it out and acknowledges its message; `extend` does so and starts `unique-for` again",
            OUTGOING),
    /** Time without changes before a task runs. */
    DEBOUNCE("debounce", "duration", "–",
            "a task runs when no other one with its key has come for this duration, and has the content of the last one; "
                    + "at least `1s`",
            OUTGOING),
    /** Time in which one task is stored. */
    THROTTLE("throttle", "duration", "–",
            "duration in which one task with the same key is stored, the first one; at least `1s`", OUTGOING),
    /** Delay before the first attempt. */
    PROCESS_IN("process-in", "duration", "–", "delay before the first attempt of a task", CONNECTOR, OUTGOING, CRON),
    /** Group or group prefix. */
    GROUP("group", "string", "incoming: all groups; else –",
            "incoming: prefix of the names of groups handled; of several matching channels of a queue the longest "
                    + "prefix "
                    + "wins; outgoing and cron: the group that tasks are added to",
            INCOMING, OUTGOING, CRON),
    /** Whether a channel handles groups. */
    GROUPED("grouped", "boolean", "true if the handler takes a `List`",
            "whether the channel handles groups of tasks; `false` if a `List` is the payload of a single task",
            INCOMING),
    /** Grace period of a group. */
    GROUP_GRACE_PERIOD("group-grace-period", "duration", Durations.format(GroupConfig.DEFAULT.gracePeriod()),
            "a group is processed when no task was added to it for this duration; at least `1s`", CONNECTOR, INCOMING),
    /** Maximum waiting time in a group. */
    GROUP_MAX_DELAY("group-max-delay", "duration", Durations.format(GroupConfig.DEFAULT.maxDelay()),
            "a group is processed when its oldest task has waited for this duration; at least `1s`, `0` for no limit",
            CONNECTOR, INCOMING),
    /** Maximum size of a group. */
    GROUP_MAX_SIZE("group-max-size", "int", "" + GroupConfig.DEFAULT.maxSize(),
            "a group is processed when it has this many tasks; also the maximum number processed together; `0` for no "
                    + "limit, and 10,000 together",
            CONNECTOR,
            INCOMING),
    /** Where tasks must be. */
    DURABILITY("durability", "memory, replica or disk", "memory",
            "where a task must be before sending it has succeeded: in the `memory` of Redis, in that of a `replica`, too, "
                    + "or on its `disk`, see [durability](redis.md#durability)",
            CONNECTOR, OUTGOING),
    /** How many replicas must have a task. */
    DURABILITY_REPLICAS("durability-replicas", "int", "1",
            "with `durability=replica`: how many replicas must have received a task", CONNECTOR, OUTGOING),
    /** How long a confirmation is waited for. */
    DURABILITY_TIMEOUT("durability-timeout", "duration", Durations.format(Durability.DEFAULT_TIMEOUT),
            "how long Redis is given to confirm `durability`, from `1ms` to `1m`; then sending fails with an "
                    + "`EnqueueUnconfirmedException`, but the task is stored",
            CONNECTOR, OUTGOING),
    /** How tasks take part in the transaction of their sender. */
    TRANSACTIONAL("transactional", "none, after-commit or outbox", "none",
            "how a task takes part in the JTA transaction of its sender, see [transactions](transactions.md): `none` stores it at once; `after-commit` stores it after the commit, and never after a rollback; `outbox` does so too, and loses none: it is a row of a database until then; of the connector: also for `AsynqClient`",
            CONNECTOR, OUTGOING),
    /** Database of the outbox. */
    OUTBOX_DATASOURCE("outbox.datasource", "JNDI name", "java:comp/DefaultDataSource",
            "the database with the tables of the outbox, if a channel or the client has `transactional=outbox`, see [transactions](transactions.md#outbox)",
            CONNECTOR),
    /** Table of the outbox. */
    OUTBOX_TABLE("outbox.table", "name", "asynq_outbox",
            "its table; a second one has this name and `_bucket`. Applications with different Redis servers need tables of their own",
            CONNECTOR),
    /** Whether the tables of the outbox are created. */
    OUTBOX_CREATE("outbox.create", "boolean", "false",
            "whether the tables of the outbox are created if they are missing; for development", CONNECTOR),
    /** Database of the inbox. */
    INBOX_DATASOURCE("inbox.datasource", "JNDI name", "–",
            "the handler runs in a JTA transaction, and its effects on this database happen once although a task may be delivered several times, see [transactions](transactions.md#inbox): `java:comp/DefaultDataSource`",
            INCOMING),
    /** Whether the table of the inbox is created. */
    INBOX_CREATE("inbox.create", "boolean", "false",
            "whether the table `asynq_inbox` is created if it is missing; for development, with H2, PostgreSQL, MariaDB and MySQL",
            CONNECTOR, INCOMING),
    /** How long rows of the inbox are kept. */
    INBOX_RETENTION("inbox.retention", "duration", "7d",
            "how long a task that was handled is known in the inbox; at least `1h`. For all channels: the shortest of the applications that share a table applies to all of its rows",
            CONNECTOR),
    /** Size above which payloads are compressed. */
    COMPRESS_ABOVE("compress-above", "size", "–",
            "size above which payloads are compressed before they are stored, if that makes them smaller: `8k`, see "
                    + "[codecs](codecs.md); of the connector: also for `AsynqClient`",
            CONNECTOR, OUTGOING),
    /** Whether payloads are encrypted. */
    ENCRYPT("encrypt", "boolean", "false",
            "whether payloads are encrypted before they are stored, by the current one of the [`PayloadKeys`]"
                    + "(codecs.md#keys); of the connector: also for `AsynqClient`",
            CONNECTOR, OUTGOING),
    /** Size above which payloads are stored outside Redis. */
    STORE_ABOVE("store-above", "size", "–",
            "size above which payloads, compressed and encrypted as configured, are put into the application's "
                    + "[`PayloadStore`](codecs.md#payloads-outside-redis), and Redis gets a reference: `64k`; of the connector: also for "
                    + "`AsynqClient`",
            CONNECTOR, OUTGOING),
    /** Maximum number of tasks waiting to be stored. */
    MAX_WAITING("max-waiting", "int", "10000",
            "maximum number of tasks sent that wait to be stored; further ones fail with an `EnqueueOverflowException`, see [sending](#sending)",
            CONNECTOR),
    /** Strict queue priorities. */
    STRICT_PRIORITY("strict-priority", "boolean", "" + Worker.UNSET.strictPriority(),
            "whether a queue is consumed only while all queues of higher priority are empty; otherwise priorities are "
                    + "weights",
            CONNECTOR),
    /** Maximum waiting time of a shutdown. */
    SHUTDOWN_TIMEOUT("shutdown-timeout", "duration", "8s",
            "how long a shutdown waits for running tasks; tasks that still run after that are requeued", CONNECTOR),
    /** Longest polling interval of queues without change notifications. */
    TASK_CHECK_INTERVAL("task-check-interval", "duration", Durations.format(Worker.UNSET.taskCheckInterval()),
            "longest polling interval of a queue while change notifications are unavailable: Redis refuses them, or "
                    + "the connection was lost",
            CONNECTOR),
    /** Polling interval of scheduled tasks without change notifications. */
    DELAYED_TASK_CHECK_INTERVAL("delayed-task-check-interval", "duration",
            Durations.format(Worker.UNSET.delayedTaskCheckInterval()),
            "scheduled tasks and retries become pending in the second they are due; while change notifications are "
                    + "unavailable, "
                    + "a task that another process schedules with less notice than this interval is late by up to the "
                    + "interval",
            CONNECTOR),
    /** Interval of the recoverer. */
    RECOVERY_INTERVAL("recovery-interval", "duration", Durations.format(Worker.UNSET.recoveryInterval()),
            "interval at which tasks of dead servers are recovered", CONNECTOR),
    /** Maximum number of recoveries. */
    MAX_RECOVERIES("max-recoveries", "int", "" + Worker.UNSET.maxRecoveries(),
            "how often a task is recovered from a dead server; the next time it is archived, because it may be the "
                    + "cause. Counted since its [checkpoint](long-tasks.md) advanced last. `0` for no limit",
            CONNECTOR),
    /** Number of attempts recorded with a task. */
    ATTEMPT_HISTORY("attempt-history", "int", "" + Worker.UNSET.attemptHistory(),
            "how many of its last attempts are recorded with a task that is kept, from 0 to "
                    + WorkerConfig.MAX_ATTEMPT_HISTORY + ": start, duration, server, "
                    + "outcome, error; `0` records none",
            CONNECTOR),
    /** Statistics per queue and type. */
    STATISTICS("statistics", "boolean", "" + Worker.UNSET.statistics(),
            "whether throughput, failures, waiting and run times are recorded in Redis per queue and type, every 10 s, "
                    + "for the console and the inspector",
            CONNECTOR),
    /** Interval of the health check. */
    HEALTH_CHECK_INTERVAL("health-check-interval", "duration", Durations.format(Worker.UNSET.healthCheckInterval()),
            "interval of the Redis health check; it runs only if the application observes `RedisChecked`", CONNECTOR),
    /** Interval of the janitor. */
    JANITOR_INTERVAL("janitor-interval", "duration", Durations.format(Worker.UNSET.janitorInterval()),
            "interval at which completed tasks are deleted after their retention", CONNECTOR),
    /** Maximum size of a fetch. */
    FETCH_BATCH("fetch-batch", "int", "" + Worker.UNSET.fetchBatch(),
            "maximum number of tasks fetched in one round trip, from 1 to " + WorkerConfig.MAX_FETCH_BATCH, CONNECTOR),
    /** Maximum number of prefetched tasks. */
    MAX_PREFETCH("max-prefetch", "int", "" + Worker.UNSET.maxPrefetch(),
            "maximum number of tasks a channel prefetches, from 0 to " + WorkerConfig.MAX_PREFETCH
                    + ": only as many as its lanes are expected to "
                    + "start "
                    + "within 2 ms, none if its handlers take longer or if priorities are strict. `0` disables "
                    + "prefetching",
            CONNECTOR),
    /** Handling of task types without a channel. */
    UNHANDLED_TYPE("unhandled-type", "return or fail", "return",
            "handling of tasks of a type without a channel: `return` leaves them to other workers, see "
                    + "`unhandled-type-delay`; `fail` fails them, as asynq does",
            CONNECTOR),
    /** Delay of tasks of an unhandled type. */
    UNHANDLED_TYPE_DELAY("unhandled-type-delay", "duration", Durations.format(Worker.UNSET.unhandledTypeDelay()),
            "with `unhandled-type=return`: a task of a type without a channel that was at the head of its queue for "
                    + "this "
                    + "duration is delayed by the same duration, without using up a retry",
            CONNECTOR),
    /** Schedule of a periodic task. */
    SPEC("spec", "cron spec", "–",
            "schedule of the periodic task: five fields like `0 6 * * MON-FRI`, `@daily`, or `@every 1h30m`", CRON),
    /** The time zone of a spec. */
    ZONE("zone", "time zone", "UTC", "the time zone of `spec`: `Europe/Berlin`", CRON),
    /** The payload of a periodic task. */
    PAYLOAD("payload", "text", "none", "the payload of the periodic task, in UTF-8", CRON),
    /** Handling of missed ticks. */
    CATCH_UP("catch-up", "none, one or all", "none",
            "handling of ticks missed by more than 30 s (misfires): `none` skips them, `one` enqueues one task for "
                    + "all of them, "
                    + "`all` one task for each",
            CRON),
    /** Whether a periodic task is enabled. */
    ENABLED("enabled", "boolean", "true", "whether the periodic task is enabled", CRON),
    /** Whether a node enqueues periodic tasks. */
    CRON_ENABLED("cron-enabled", "boolean", "true",
            "whether this node enqueues periodic tasks; other nodes with `true` still do", CONNECTOR),
    /** Refresh interval of periodic task providers. */
    CRON_REFRESH_INTERVAL("cron-refresh-interval", "duration", "3m",
            "interval at which beans of type `PeriodicTaskProvider` are queried for periodic tasks; at least `1s`",
            CONNECTOR),
    /** Whether there is a readiness check. */
    HEALTH_READINESS_ENABLED("health-readiness-enabled", "boolean", "true",
            "whether the connector contributes a readiness check", CONNECTOR),
    /** Whether there is a liveness check. */
    HEALTH_LIVENESS_ENABLED("health-liveness-enabled", "boolean", "true",
            "whether the connector contributes a liveness check: DOWN if a channel has lost a lane or a thread has ended, "
                    + "which only a restart of "
                    + "the application restores",
            CONNECTOR),
    /** Whether the metrics of the node are published. */
    METRICS_ENABLED("metrics-enabled", "boolean", "true",
            "whether the metrics of this node are published as MBeans, and as OpenTelemetry metrics if the application "
                    + "has an `OpenTelemetry` bean",
            CONNECTOR),
    /** How tasks are traced. */
    TRACING("tracing", "parent, link or none", "parent",
            "how tasks are [traced](tracing.md) if the application has an enabled `OpenTelemetry` bean. Incoming: "
                    + "`parent` continues the trace of the sender in the first attempt, and links retries and delayed "
                    + "tasks to it; `link` links all attempts; `none` traces nothing. Outgoing: `link` has the attempts "
                    + "linked, also if their channel has `parent`",
            CONNECTOR, INCOMING, OUTGOING),
    /** Whether log lines have the task. */
    LOG_CONTEXT("log-context", "boolean", "false",
            "whether the lines that a handler logs have its [task](tracing.md#log-lines): ID, type, queue, attempt and "
                    + "trace",
            CONNECTOR, INCOMING);

    /** A worker that is not configured: its builder has the defaults. */
    private static final class Worker {
        private static final WorkerConfig UNSET = WorkerConfig.builder().build();
    }

    private final String key;
    private final String type;
    private final String defaultValue;
    private final String description;
    private final Set<Scope> scopes;

    Attribute(String key, String type, String defaultValue, String description, Scope... scopes) {
        this.key = key;
        this.type = type;
        this.defaultValue = defaultValue;
        this.description = description;
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

    /** @return the meaning, for the documentation, in Markdown */
    public String description() {
        return description;
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
