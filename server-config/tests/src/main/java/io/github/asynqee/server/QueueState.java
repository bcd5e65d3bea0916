package io.github.asynqee.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

import io.github.asynqee.Progress;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import redis.clients.jedis.RedisClient;

/** The state of one queue in Redis, read without the code under test except the decoding of messages. */
public final class QueueState {

    private final RedisClient redis;
    private final QueueKeys keys;

    public QueueState(RedisClient redis, String queue) {
        this.redis = redis;
        this.keys = QueueKeys.of(queue);
    }

    /** Deletes everything of every queue, but not the list of queues, which the application writes only now and then. */
    static void deleteAll(RedisClient redis) {
        redis.keys("asynq:{*").forEach(redis::del);
    }

    public long pending() {
        return redis.llen(keys.pending());
    }

    public long active() {
        return redis.llen(keys.active());
    }

    long leased() {
        return redis.zcard(keys.lease());
    }

    public long retrying() {
        return redis.zcard(keys.retry());
    }

    long scheduled() {
        return redis.zcard(keys.scheduled());
    }

    long archived() {
        return redis.zcard(keys.archived());
    }

    long completed() {
        return redis.zcard(keys.completed());
    }

    public long processed() {
        return number(keys.processed());
    }

    public long failed() {
        return number(keys.failed());
    }

    private long number(String key) {
        String value = redis.get(key);
        return value == null ? 0 : Long.parseLong(value);
    }

    boolean isGone(String id) {
        return !redis.exists(keys.task(id));
    }

    /** The field {@code state}, {@code null} if there is no such task. */
    public String stateOf(String id) {
        return redis.hget(keys.task(id), "state");
    }

    String resultOf(String id) {
        return redis.hget(keys.task(id), "result");
    }

    /** The progress of a task, {@code null} if it has reported none. */
    Progress progressOf(String id) {
        return PrivateFields
                .progress(redis.hget(keys.task(id).getBytes(UTF_8), PrivateFields.PROGRESS.getBytes(UTF_8)));
    }

    /** The ID of the task that is taken next. */
    String firstPending() {
        return redis.lindex(keys.pending(), -1);
    }

    public TaskMessage message(String id) {
        try {
            return TaskMessage.parse(redis.hget(keys.task(id).getBytes(UTF_8), "msg".getBytes(UTF_8)));
        } catch (UndecodableMessageException e) {
            throw new AssertionError(e);
        }
    }

    /** The payloads of all pending tasks, as texts. */
    public List<String> payloads() {
        return redis.lrange(keys.pending(), 0, -1).stream().map(id -> new String(message(id).payload(), UTF_8))
                .toList();
    }

    /** Whether the task is in the collection of this state and in no other. */
    public boolean isOnlyIn(String id, String state) {
        return state.equals(stateOf(id)) && contains(keys.scheduled(), id) == state.equals("scheduled")
                && contains(keys.retry(), id) == state.equals("retry")
                && contains(keys.archived(), id) == state.equals("archived")
                && contains(keys.completed(), id) == state.equals("completed")
                && contains(keys.lease(), id) == state.equals("active")
                && redis.lrange(keys.active(), 0, -1).contains(id) == state.equals("active")
                && redis.lrange(keys.pending(), 0, -1).contains(id) == state.equals("pending");
    }

    private boolean contains(String zset, String id) {
        return redis.zscore(zset, id) != null;
    }

    /** Makes a task that waits for its next attempt due. */
    void makeDue(String id) {
        redis.zadd(keys.retry(), 1, id);
    }

    /** Adds an ID to the queue, with a hash that contains this message. */
    void plant(String id, byte[] message) {
        if (message != null) {
            redis.hset(keys.task(id).getBytes(UTF_8), "msg".getBytes(UTF_8), message);
            redis.hset(keys.task(id), "state", "pending");
        }
        redis.lpush(keys.pending(), id);
    }
}
