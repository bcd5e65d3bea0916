package io.github.asynqee.model;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.github.asynqee.protocol.wire.TaskMessage;

/** Go asynq's operations of a worker (protocol section 5.2). Messages are those the worker got when it took the task. */
final class GoWorking {

    /** Reply of a worker's script: done, or the error it dies of. */
    enum Reply {
        OK, NOT_FOUND, INTERNAL
    }

    /** What a dequeue brought: a task's ID and message, the latter {@code null} if there was none. */
    record Dequeued(String id, String message) {}

    private static final long LEASE = 30;
    private static final long ARCHIVE_AGE = 90L * 86_400;
    private static final int ARCHIVE_SIZE = 10_000;
    private static final long LAST_COUNT = Long.MAX_VALUE;

    private final Space space;
    private final ModelClock clock;

    GoWorking(Space space, ModelClock clock) {
        this.space = space;
        this.clock = clock;
    }

    /** The next task, {@code null} if the queue is paused or empty. */
    Dequeued dequeue(String queue) {
        Names names = Names.of(queue);
        if (space.exists(names.paused())) {
            return null;
        }
        String id = space.rpop(names.pending());
        if (id == null) {
            return null;
        }
        space.lpush(names.active(), id);
        space.hset(names.task(id), "state", "active");
        space.hdel(names.task(id), "pending_since");
        space.zadd(names.lease(), leaseExpiry(), id);
        return new Dequeued(id, space.hget(names.task(id), "msg"));
    }

    /** Expiry of a lease that is written now. */
    long leaseExpiry() {
        return clock.seconds() + LEASE;
    }

    Reply done(TaskMessage message) {
        Names names = names(message);
        String id = id(message);
        if (!leave(names, id) || !space.del(names.task(id))) {
            return Reply.NOT_FOUND;
        }
        countProcessed(names);
        unlock(message);
        return Reply.OK;
    }

    Reply complete(TaskMessage message) {
        Names names = names(message);
        String id = id(message);
        if (!leave(names, id)) {
            return Reply.NOT_FOUND;
        }
        if (!space.zadd(names.completed(), clock.seconds() + message.getRetention(), id)) {
            return Reply.INTERNAL;
        }
        write(names, message.toBuilder().setCompletedAt(clock.seconds()).build(), "completed");
        countProcessed(names);
        unlock(message);
        return Reply.OK;
    }

    Reply requeue(TaskMessage message) {
        Names names = names(message);
        if (!leave(names, id(message))) {
            return Reply.NOT_FOUND;
        }
        space.rpush(names.pending(), id(message));
        space.hset(names.task(id(message)), "state", "pending");
        return Reply.OK;
    }

    Reply retry(TaskMessage message, long retryAt, String error, boolean failure) {
        Names names = names(message);
        if (!leave(names, id(message))) {
            return Reply.NOT_FOUND;
        }
        space.zadd(names.retry(), retryAt, id(message));
        write(names, failed(message, error).setRetried(message.getRetried() + (failure ? 1 : 0)).build(), "retry");
        if (failure) {
            countFailure(names);
        }
        return Reply.OK;
    }

    Reply archive(TaskMessage message, String error) {
        Names names = names(message);
        if (!leave(names, id(message))) {
            return Reply.NOT_FOUND;
        }
        space.zadd(names.archived(), clock.seconds(), id(message));
        trimArchive(space, names, clock).forEach(old -> space.del(names.task(old)));
        write(names, failed(message, error).build(), "archived");
        countFailure(names);
        return Reply.OK;
    }

    /** Takes out of the archive what is too old or too much; returns the IDs. */
    static Set<String> trimArchive(Space space, Names names, ModelClock clock) {
        Set<String> trimmed = new LinkedHashSet<>(space.zrangeUpTo(names.archived(), clock.seconds() - ARCHIVE_AGE));
        trimmed.forEach(id -> space.zrem(names.archived(), id));
        List<String> left = space.zrange(names.archived());
        List<String> tooMany = left.subList(0, Math.max(0, left.size() - ARCHIVE_SIZE + 1));
        tooMany.forEach(id -> space.zrem(names.archived(), id));
        trimmed.addAll(tooMany);
        return trimmed;
    }

    void extend(String queue, String id) {
        String lease = Names.of(queue).lease();
        if (space.zscore(lease, Raw.of(id)) != null) {
            space.zadd(lease, leaseExpiry(), Raw.of(id));
        }
    }

    void writeResult(String queue, String id, byte[] result) {
        space.hset(Names.of(queue).task(Raw.of(id)), "result", Raw.of(result));
    }

    private boolean leave(Names names, String id) {
        return space.lrem(names.active(), id) && space.zrem(names.lease(), id);
    }

    private void write(Names names, TaskMessage message, String state) {
        space.hset(names.task(id(message)), "msg", Raw.of(message.toByteArray()));
        space.hset(names.task(id(message)), "state", state);
    }

    private TaskMessage.Builder failed(TaskMessage message, String error) {
        return message.toBuilder().setErrorMsg(error).setLastFailedAt(clock.seconds());
    }

    private void unlock(TaskMessage message) {
        String lock = Raw.of(message.getUniqueKey());
        if (id(message).equals(space.get(lock))) {
            space.del(lock);
        }
    }

    /** Counts a task that is done. */
    void countProcessed(Names names) {
        countDaily(names, "processed");
        String total = names.total("processed");
        long count = count(total) + 1;
        space.set(total, Long.toString(count == LAST_COUNT ? 1 : count));
    }

    private void countFailure(Names names) {
        countDaily(names, "processed");
        countDaily(names, "failed");
        boolean wraps = count(names.total("processed")) + 1 == LAST_COUNT;
        for (String counter : new String[]{ "processed", "failed" }) {
            String total = names.total(counter);
            space.set(total, Long.toString(wraps ? 1 : count(total) + 1));
        }
    }

    private void countDaily(Names names, String counter) {
        String daily = names.daily(counter, clock.instant());
        Value.Expiry expiry = space.exists(daily) ? space.value(daily).expiry() : clock.ofStatistics();
        space.set(daily, Long.toString(count(daily) + 1));
        space.expire(daily, expiry);
    }

    private long count(String key) {
        String count = space.get(key);
        return count == null ? 0 : Long.parseLong(count);
    }

    private static Names names(TaskMessage message) {
        return Names.of(message.getQueue());
    }

    private static String id(TaskMessage message) {
        return Raw.of(message.getId());
    }
}
