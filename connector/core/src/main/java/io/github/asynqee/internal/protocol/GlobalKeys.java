package io.github.asynqee.internal.protocol;

/** Redis keys and channels that do not belong to a queue (protocol section 1.1). */
public final class GlobalKeys {

    /** SET of queue names. */
    public static final String QUEUES = "asynq:queues";
    /** ZSET of the keys of running servers by expiry, Unix seconds. */
    public static final String SERVERS = "asynq:servers";
    /** ZSET of the keys of servers' running tasks by expiry, Unix seconds. */
    public static final String WORKERS = "asynq:workers";
    /** ZSET of the keys of running schedulers by expiry, Unix seconds. */
    public static final String SCHEDULERS = "asynq:schedulers";
    /** PUB/SUB channel on which the IDs of tasks to cancel are published. */
    public static final String CANCEL = "asynq:cancel";

    /**
     * ZSET of the IDs of tasks to cancel by the time of the request, Unix milliseconds; private, used only behind
     * proxies.
     */
    public static final String CANCEL_REQUESTS = "asynq:cancel:requests";

    /** HASH of queue to numbers of shards; private. */
    public static final String SHARDS = "asynq:shards";

    /** ZSET of the keys of outboxes by expiry, Unix seconds; private, in the slot of these keys. */
    public static final String OUTBOXES = "asynq:{outboxes}";

    /** STRING by which applications with an outbox notice that they use different Redis servers; private. */
    public static final String OUTBOX_REDIS = OUTBOXES + ":redis";

    private GlobalKeys() {}

    /**
     * The STRING that describes the outbox of an application; private.
     *
     * @param host the host name of the application's server
     * @param pid its process ID
     * @param application the application
     * @return the key
     */
    public static String outbox(String host, int pid, String application) {
        return OUTBOXES + ":" + host + ":" + pid + ":" + application;
    }

    /**
     * The STRING that describes a server.
     *
     * @param host the server's host name
     * @param pid its process ID
     * @param serverId the server's ID
     * @return the key
     */
    public static String server(String host, long pid, String serverId) {
        return SERVERS + ":{" + host + ":" + pid + ":" + serverId + "}";
    }

    /**
     * The HASH that describes a server's running tasks.
     *
     * @param host the server's host name
     * @param pid its process ID
     * @param serverId the server's ID
     * @return the key, in the same cluster slot as the server's
     */
    public static String workers(String host, long pid, String serverId) {
        return WORKERS + ":{" + host + ":" + pid + ":" + serverId + "}";
    }

    /**
     * The LIST of a scheduler's entries.
     *
     * @param schedulerId the scheduler's ID
     * @return the key
     */
    public static String schedulerEntries(String schedulerId) {
        return SCHEDULERS + ":{" + schedulerId + "}";
    }

    /**
     * The ID of a scheduler.
     *
     * @param key the key of its entries
     * @return the text between the braces; the key itself if it has none
     */
    public static String schedulerId(String key) {
        String prefix = schedulerEntries("");
        int begin = prefix.length() - 1;
        return key.startsWith(prefix.substring(0, begin)) && key.endsWith("}") ? key.substring(begin, key.length() - 1)
                : key;
    }

    /**
     * The ZSET of an entry's enqueue events by time, Unix seconds.
     *
     * @param entryId the entry's ID
     * @return the key
     */
    public static String schedulerHistory(String entryId) {
        return "asynq:scheduler_history:" + entryId;
    }
}
