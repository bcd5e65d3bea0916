package io.github.asynqee.messaging.internal.config;

import static io.github.asynqee.messaging.internal.config.Scope.CONNECTOR;
import static io.github.asynqee.messaging.internal.config.Scope.CRON;
import static io.github.asynqee.messaging.internal.config.Scope.INCOMING;
import static io.github.asynqee.messaging.internal.config.Scope.OUTGOING;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.github.asynqee.TaskOptions;

/**
 * Every attribute of the configuration, declared once: the reader, the check for unknown attributes and the table in the
 * documentation all go by this.
 *
 * <p>The annotation MicroProfile has for this, {@code ConnectorAttribute}, is kept in the class file only and cannot be
 * read when it is needed, at deployment.
 */
public enum Attribute {
    /** Which Redis. */
    URL("url", "URL", "redis://localhost:6379",
            "Redis: `redis://[[user]:password@]host[:port][/db]`, `rediss://…` with TLS, "
                    + "`redis-sentinel://host[:port],…?master=name`, `redis-cluster://host[:port],…`",
            CONNECTOR, INCOMING, OUTGOING),
    /** The one queue of a channel. */
    QUEUE("queue", "queue", TaskOptions.DEFAULT_QUEUE, "the queue tasks are taken from or put into", CONNECTOR,
            INCOMING, OUTGOING,
            CRON),
    /** Several queues of a channel. */
    QUEUES("queues", "list", "–",
            "several queues with priorities instead of one: `critical=6,default=3,low=1`; without `=` the priority is 1",
            CONNECTOR, INCOMING),
    /** Which types a channel is about. */
    TYPE("type", "string", "incoming: all types; outgoing: the channel's name; cron: the entry's name",
            "incoming: the beginning of the types handled, of several channels of a queue the longest wins; "
                    + "outgoing and cron: the type of the tasks sent",
            INCOMING, OUTGOING, CRON),
    /** How many tasks of a channel run at once. */
    CONCURRENCY("concurrency", "int", "1", "how many tasks of the channel run at once", INCOMING),
    /** How long a failed task waits. */
    RETRY_DELAY("retry-delay", "delay", "asynq",
            "how long a failed task waits until it runs again: `asynq` for asynq's formula (15 s and growing, 25 retries "
                    + "take about 20 days), a duration, or `exponential:1s..1h` for one that doubles up to a limit",
            CONNECTOR, INCOMING),
    /** What makes retrying pointless. */
    SKIP_RETRY_ON("skip-retry-on", "classes", "–",
            "exceptions, or causes of exceptions, after which a task is archived at once; comma-separated class names",
            CONNECTOR, INCOMING),
    /** What makes a task unwanted. */
    REVOKE_ON("revoke-on", "classes", "–", "exceptions after which a task is deleted as if it had succeeded", CONNECTOR,
            INCOMING),
    /** What does not count as failure. */
    IGNORE_FAILURE_ON("ignore-failure-on", "classes", "–",
            "exceptions after which a task is tried again without using up a retry", CONNECTOR, INCOMING),
    /** Who is told of tasks that failed for good. */
    DEAD_LETTER("dead-letter", "channel", "–",
            "an outgoing channel of this connector: each task that has failed for good is archived, and a copy is sent "
                    + "there, with headers that begin with `dead-letter-`",
            CONNECTOR, INCOMING),
    /** Where handlers' threads come from. */
    EXECUTOR("executor", "string", "default",
            "where handlers' threads come from: `default` for the container's default ManagedThreadFactory, the JNDI name "
                    + "of another one, or `virtual` for virtual threads (Java 21 or later)",
            CONNECTOR, INCOMING),
    /** How often a failed task is tried again. */
    MAX_RETRY("max-retry", "int", "25", "how often a failed task is tried again", CONNECTOR, OUTGOING, CRON),
    /** How long an attempt may take. */
    TIMEOUT("timeout", "duration", "30m, none if there is a deadline",
            "how long one attempt may take; at least `1s`, `0` for the default", CONNECTOR, OUTGOING, CRON),
    /** When the last attempt must have ended. */
    DEADLINE("deadline", "instant", "–", "when the last attempt must have ended: `2030-12-31T23:59:59Z`", CONNECTOR,
            OUTGOING, CRON),
    /** How long a task is kept. */
    RETENTION("retention", "duration", "0", "how long a task is kept after success; at least `1s`, `0` for not at all",
            CONNECTOR, OUTGOING, CRON),
    /** How long a task is unique. */
    UNIQUE_FOR("unique-for", "duration", "–",
            "for how long no second task of the same type, payload and queue is accepted; at least `1s`", CONNECTOR,
            OUTGOING, CRON),
    /** How long a task waits. */
    PROCESS_IN("process-in", "duration", "–", "how long a task waits before it runs first", CONNECTOR, OUTGOING, CRON),
    /** Which group a task waits in, or which groups a channel handles. */
    GROUP("group", "string", "incoming: all groups; else –",
            "incoming: the beginning of the names of the groups handled, of several channels of a queue the longest wins; "
                    + "outgoing and cron: the group tasks wait in to be handled together",
            INCOMING, OUTGOING, CRON),
    /** Whether a channel handles groups. */
    GROUPED("grouped", "boolean", "true if the handler takes a `List`",
            "whether the channel handles groups of tasks; `false` if the `List` is the payload of a single task",
            INCOMING),
    /** How long a group must be quiet. */
    GROUP_GRACE_PERIOD("group-grace-period", "duration", "1m",
            "a group is handled when no task has joined it for so long; at least `1s`", CONNECTOR, INCOMING),
    /** How long a task waits in a group. */
    GROUP_MAX_DELAY("group-max-delay", "duration", "0",
            "or when its oldest task has waited so long; at least `1s`, `0` for no limit", CONNECTOR, INCOMING),
    /** How large a group gets. */
    GROUP_MAX_SIZE("group-max-size", "int", "1000",
            "or as soon as it has so many tasks; never more are handled at once; `0` for no limit", CONNECTOR,
            INCOMING),
    /** How many tasks may wait to be stored. */
    MAX_WAITING("max-waiting", "int", "10000",
            "how many tasks sent may wait for Redis; one more fails at once with an `EnqueueOverflowException`",
            CONNECTOR),
    /** Whether priorities are strict. */
    STRICT_PRIORITY("strict-priority", "boolean", "false",
            "whether a queue waits until all queues of higher priority are empty; otherwise priorities are shares",
            CONNECTOR),
    /** How long a stop waits. */
    SHUTDOWN_TIMEOUT("shutdown-timeout", "duration", "8s",
            "how long a stop waits for running tasks; what still runs then goes back to its queue", CONNECTOR),
    /** How often queues are asked for tasks whose changes are not heard. */
    TASK_CHECK_INTERVAL("task-check-interval", "duration", "1s",
            "how often a queue is asked for tasks while its changes are not heard: Redis refuses, or has just been lost",
            CONNECTOR),
    /** How often due tasks are made ready to run. */
    DELAYED_TASK_CHECK_INTERVAL("delayed-task-check-interval", "duration", "1s",
            "scheduled tasks, and tasks to be tried again, are made ready to run on the second they are due; while changes are not heard, what "
                    + "another process schedules at shorter notice than this may be so much late",
            CONNECTOR),
    /** How often abandoned tasks are looked for. */
    RECOVERY_INTERVAL("recovery-interval", "duration", "1m",
            "how often tasks are looked for whose server is gone, to be tried again", CONNECTOR),
    /** How often a task may lose its server. */
    MAX_RECOVERIES("max-recoveries", "int", "3",
            "how often a task is tried again because its server went away; the next time it is archived, because it may be "
                    + "what ends its servers. `0` for any number",
            CONNECTOR),
    /** How often Redis is asked how it is. */
    HEALTH_CHECK_INTERVAL("health-check-interval", "duration", "15s",
            "how often Redis is asked how it is, if anybody wants to know", CONNECTOR),
    /** How often old tasks are deleted. */
    JANITOR_INTERVAL("janitor-interval", "duration", "8s",
            "how often completed tasks are deleted whose retention has ended", CONNECTOR),
    /** How many tasks one fetch takes. */
    FETCH_BATCH("fetch-batch", "int", "128",
            "how many tasks one round trip takes at most, from 1 to 1000", CONNECTOR),
    /** How many tasks wait in the server for a lane. */
    MAX_PREFETCH("max-prefetch", "int", "128",
            "how many tasks a channel may take at most before it can run them, from 0 to 500: as many as it is expected to "
                    + "start within 2 ms, none if its handlers take long or if priorities are strict. `0` to take only what can run at "
                    + "once",
            CONNECTOR),
    /** What becomes of types without a channel. */
    UNHANDLED_TYPE("unhandled-type", "return or fail", "return",
            "what becomes of a task of a type no channel handles: `return` leaves it to other workers, see `unhandled-type-delay`; "
                    + "`fail` lets it fail as asynq does",
            CONNECTOR),
    /** How long a task of an unhandled type waits. */
    UNHANDLED_TYPE_DELAY("unhandled-type-delay", "duration", "30s",
            "a task of a type no channel handles stays in its queue for other workers; one that has stood at the head of the queue "
                    + "for so long is put aside for as long, at no cost",
            CONNECTOR),
    /** When a periodic task is due. */
    SPEC("spec", "cron spec", "–",
            "when the periodic task is due: five fields like `0 6 * * MON-FRI`, `@daily`, or `@every 1h30m`", CRON),
    /** The time zone of a spec. */
    ZONE("zone", "time zone", "UTC", "the time zone of `spec`: `Europe/Berlin`", CRON),
    /** The payload of a periodic task. */
    PAYLOAD("payload", "text", "none", "the payload of the periodic task, in UTF-8", CRON),
    /** What becomes of missed ticks. */
    CATCH_UP("catch-up", "none, one or all", "none",
            "what becomes of ticks missed by more than 30 s: `none` is made up, `one` task for all, or `all`", CRON),
    /** Whether a periodic task is wanted. */
    ENABLED("enabled", "boolean", "true", "whether there is to be such a periodic task", CRON),
    /** Whether a node enqueues periodic tasks. */
    CRON_ENABLED("cron-enabled", "boolean", "true",
            "whether this node enqueues periodic tasks; others do, if any has it switched on", CONNECTOR),
    /** How often providers of periodic tasks are asked. */
    CRON_REFRESH_INTERVAL("cron-refresh-interval", "duration", "3m",
            "how often beans of type `PeriodicTaskProvider` are asked for their periodic tasks; at least `1s`",
            CONNECTOR),
    /** Whether there is a readiness check. */
    HEALTH_READINESS_ENABLED("health-readiness-enabled", "boolean", "true",
            "whether the connector takes part in the server's readiness", CONNECTOR);

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

    /** @return the attribute's name as it stands in a property */
    public String key() {
        return key;
    }

    /** @return what kind of value it has, for the documentation */
    public String type() {
        return type;
    }

    /** @return the default, for the documentation */
    public String defaultValue() {
        return defaultValue;
    }

    /** @return what it means, for the documentation, in Markdown */
    public String description() {
        return description;
    }

    /**
     * Whether it may stand somewhere. What stands at the connector is the default for its channels.
     *
     * @param scope where
     * @return whether it may
     */
    public boolean isAllowedIn(Scope scope) {
        return scopes.contains(scope);
    }

    /** @return where it may stand, most general first */
    public List<Scope> scopes() {
        return Arrays.stream(Scope.values()).filter(scopes::contains).toList();
    }

    static Optional<Attribute> ofKey(String key) {
        return Arrays.stream(values()).filter(attribute -> attribute.key.equals(key)).findFirst();
    }
}
