package io.github.asynqee.internal.protocol;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Redis keys of one queue (protocol section 1.2). All of them have the hash tag {@code {queue}} and are therefore in
 * one slot of a cluster.
 */
public final class QueueKeys {

    private final String queue;
    private final String prefix;
    private final String taskPrefix;

    private QueueKeys(String queue) {
        this.queue = queue;
        this.prefix = "asynq:{" + queue + "}:";
        this.taskPrefix = prefix + "t:";
    }

    /**
     * The keys of a queue.
     *
     * @param queue the queue's name
     * @return its keys
     */
    public static QueueKeys of(String queue) {
        return new QueueKeys(queue);
    }

    /** @return the queue's name */
    public String queue() {
        return queue;
    }

    /** @return the prefix of all keys of the queue */
    public String prefix() {
        return prefix;
    }

    /** @return LIST of pending IDs, next one at the right end */
    public String pending() {
        return prefix + "pending";
    }

    /** @return LIST of active IDs */
    public String active() {
        return prefix + "active";
    }

    /** @return ZSET of active IDs by lease expiry, Unix seconds */
    public String lease() {
        return prefix + "lease";
    }

    /** @return ZSET of scheduled IDs by the time to run, Unix seconds */
    public String scheduled() {
        return prefix + "scheduled";
    }

    /** @return ZSET of failed IDs by the time of the retry, Unix seconds */
    public String retry() {
        return prefix + "retry";
    }

    /** @return ZSET of archived IDs by the time of archiving, Unix seconds */
    public String archived() {
        return prefix + "archived";
    }

    /** @return ZSET of completed IDs by the end of their retention, Unix seconds */
    public String completed() {
        return prefix + "completed";
    }

    /** @return STRING that exists while the queue is paused */
    public String paused() {
        return prefix + "paused";
    }

    /** @return the prefix of the keys of task hashes */
    public String taskPrefix() {
        return taskPrefix;
    }

    /**
     * The hash of a task.
     *
     * @param id the task's ID
     * @return the key
     */
    public String task(String id) {
        return taskPrefix + id;
    }

    /** @return SET of the names of groups with waiting tasks */
    public String groups() {
        return prefix + "groups";
    }

    /** @return the prefix of the keys of groups and staged sets */
    public String groupPrefix() {
        return prefix + "g:";
    }

    /**
     * The ZSET of IDs that wait in a group.
     *
     * @param group the group's name
     * @return the key
     */
    public String group(String group) {
        return groupPrefix() + group;
    }

    /**
     * The ZSET of IDs staged for one aggregation.
     *
     * @param group the group's name
     * @param setId the ID of the staged set, without a colon
     * @return the key
     */
    public String aggregationSet(String group, String setId) {
        return group(group) + ":" + setId;
    }

    /** @return ZSET of the keys of staged sets by deadline, Unix seconds */
    public String aggregationSets() {
        return prefix + "aggregation_sets";
    }

    /** @return HASH: when servers handle groups, by prefix of their names. Private: asynq does not use it */
    public String groupRules() {
        return prefix + "group-rules";
    }

    /**
     * The HASH of a periodic entry's state, shared by all schedulers. Private: asynq does not use it.
     *
     * @param entryId the entry's ID
     * @return the key
     */
    public String periodicEntry(String entryId) {
        return prefix + "cron:" + entryId;
    }

    /**
     * The HASH of statistics of a minute, an hour or a day. Private: asynq does not use it.
     *
     * @param unit {@code m}, {@code h} or {@code d}
     * @param start its start, Unix seconds
     * @return the key
     */
    public String statistics(String unit, long start) {
        return prefix + "stats:" + unit + ":" + start;
    }

    /**
     * The STRING with the scan position: the number of tasks ahead that a worker cannot run. Private: asynq does not
     * use it.
     *
     * @return the key
     */
    public String backlogAhead() {
        return prefix + "backlog-ahead";
    }

    /**
     * The HASH of the rows of an outbox that are stored in Redis and may still be in its database. Private: asynq does
     * not use it.
     *
     * @param outbox the name of the outbox
     * @return the key
     */
    public String outbox(String outbox) {
        return prefix + "outbox:" + outbox;
    }

    /**
     * The prefix of the keys of limits. Private: asynq does not use them.
     *
     * @return the prefix
     */
    public String limits() {
        return prefix + "limit:";
    }

    /** @return ZSET of the running tasks of limits, each with its key */
    public String limitsRunning() {
        return limits() + "running";
    }

    /** @return ZSET of the blocked tasks of limits, each with its key */
    public String limitsWaiting() {
        return limits() + "waiting";
    }

    /** @return ZSET of the keys of limits by the time of their next check, Unix milliseconds */
    public String limitsLooks() {
        return limits() + "looks";
    }

    /** @return ZSET of the paused keys of limits by the end of the pause, Unix milliseconds */
    public String limitsClosed() {
        return limits() + "closed";
    }

    /** @return ZSET of keys that take turns, by the time when one of their tasks was last chosen, Unix microseconds */
    public String limitsTurns() {
        return limits() + "turns";
    }

    /** @return the keys of all sets of limits, which do not expire */
    public List<String> limitSets() {
        return List.of(limitsRunning(), limitsWaiting(), limitsLooks(), limitsClosed(), limitsTurns());
    }

    /** @return ZSET of the IDs of batches by creation, Unix milliseconds. Private: asynq does not use it */
    public String batches() {
        return prefix + "batches";
    }

    /** @return STRING that exists while a node repairs the batches. Private: asynq does not use it */
    public String batchRepair() {
        return prefix + "batch-repair";
    }

    /** @return STRING that exists while a running node watches the batches. Private: asynq does not use it */
    public String batchWatched() {
        return prefix + "batch-watched";
    }

    /**
     * The HASH of a batch. Private: asynq does not use it.
     *
     * @param id the ID of the batch
     * @return the key
     */
    public String batch(String id) {
        return prefix + "batch:" + id;
    }

    /**
     * The ZSET of the open members of a batch. Private: asynq does not use it.
     *
     * @param id the ID of the batch
     * @return the key
     */
    public String batchOpen(String id) {
        return prefix + "batch-open:" + id;
    }

    /**
     * The ZSET of the failed members of a batch. Private: asynq does not use it.
     *
     * @param id the ID of the batch
     * @return the key
     */
    public String batchFailed(String id) {
        return prefix + "batch-failed:" + id;
    }

    /**
     * The ZSET of the members that have ended before all members of a batch were stored. Private: asynq does not use
     * it.
     *
     * @param id the ID of the batch
     * @return the key
     */
    public String batchEnded(String id) {
        return prefix + "batch-ended:" + id;
    }

    /**
     * The STRING that records that a batch has stored a task in this queue. Private: asynq does not use it.
     *
     * @param task names the batch and the task
     * @return the key
     */
    public String batchReceipt(String task) {
        return prefix + "batch-receipt:" + task;
    }

    /**
     * The STRING that records that a task was stored in this queue to replace a group of another queue. Private: asynq
     * does not use it.
     *
     * @param group names the tasks of the group
     * @return the key
     */
    public String groupReceipt(String group) {
        return prefix + "group-receipt:" + group;
    }

    /** @return STRING: total number of processed tasks */
    public String processed() {
        return prefix + "processed";
    }

    /** @return STRING: total number of failures */
    public String failed() {
        return prefix + "failed";
    }

    /**
     * The number of tasks processed on a day.
     *
     * @param when a time on that day, in UTC
     * @return the key
     */
    public String processed(Instant when) {
        return processed() + ":" + day(when);
    }

    /**
     * The number of failures on a day.
     *
     * @param when a time on that day, in UTC
     * @return the key
     */
    public String failed(Instant when) {
        return failed() + ":" + day(when);
    }

    private static LocalDate day(Instant when) {
        return LocalDate.ofInstant(when, ZoneOffset.UTC);
    }

    @Override
    public String toString() {
        return prefix + "*";
    }
}
