package io.github.asynqee.internal.inspect;

import java.time.Clock;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.inspect.LimitKey;
import io.github.asynqee.inspect.QueueStateException;
import io.github.asynqee.internal.inspect.queue.ExistingQueues;
import io.github.asynqee.internal.inspect.queue.SetMembers;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.inspect.summary.StatisticsReads;
import io.github.asynqee.internal.inspect.walk.BulkChanges;
import io.github.asynqee.internal.inspect.walk.BulkChanges.Tasks;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;
import redis.clients.jedis.Protocol.Command;

/** Pauses and removes queues. */
final class QueueAdministration {

    /** Number of batches that one command deletes. */
    private static final int BATCHES = 250;

    private final RedisExecutor executor;
    private final Clock clock;
    private final BulkChanges bulk;
    private final ExistingQueues queues;
    private final StatisticsReads statistics;

    QueueAdministration(RedisExecutor executor, Clock clock, BulkChanges bulk, ExistingQueues queues,
            StatisticsReads statistics) {
        this.executor = executor;
        this.clock = clock;
        this.bulk = bulk;
        this.queues = queues;
        this.statistics = statistics;
    }

    void pause(QueueKeys keys) {
        long set = Replies.number(executor.send(RedisCommand.command(Command.SETNX).key(keys.paused())
                .arg(UnixTime.seconds(clock.instant()))));
        if (set == 0) {
            throw new QueueStateException("queue \"" + keys.queue() + "\" is already paused");
        }
    }

    void unpause(QueueKeys keys) {
        if (Replies.number(executor.send(RedisCommand.command(Command.DEL).key(keys.paused()))) == 0) {
            throw new QueueStateException("queue \"" + keys.queue() + "\" is not paused");
        }
    }

    void resume(QueueKeys keys, LimitKey key) {
        String text = key.limit() + " " + key.value();
        if (Replies.number(executor.send(RedisCommand.command(Command.ZREM).key(keys.limitsClosed()).arg(text))) == 0) {
            throw new QueueStateException(
                    "key \"" + key + "\" of queue \"" + keys.queue() + "\" is not paused");
        }
        executor.send(RedisCommand.command(Command.ZADD).key(keys.limitsLooks()).arg("XX")
                .arg(clock.instant().toEpochMilli()).arg(text));
    }

    /**
     * Removes a queue with all its shards, step by step. After a failure, the removal can be repeated. Tasks enqueued
     * during the removal prevent it. Deletes tasks and batches only if {@code force} is true.
     */
    void remove(List<QueueKeys> queues, boolean force) {
        queues.forEach(keys -> removeCollections(keys, force));
        // only after all shards are removed, because a queue that cannot be removed keeps its counters and statistics
        if (force) {
            queues.forEach(this::removeBatches);
        }
        queues.forEach(this::removeRest);
    }

    private void removeCollections(QueueKeys keys, boolean force) {
        if (force) {
            deleteTasks(keys);
        }
        RedisCommand remove = RedisCommand.script(InspectorScript.REMOVE_QUEUE).key(keys.active())
                .key(keys.aggregationSets())
                .key(keys.pending()).key(keys.scheduled()).key(keys.retry()).key(keys.archived()).key(keys.completed())
                .key(keys.groups()).key(keys.lease()).arg(UnixTime.seconds(clock.instant()));
        long removed = Replies.number(executor.send(remove));
        if (removed == -2) {
            throw hasActive(keys);
        }
        if (removed == -1) {
            throw new QueueStateException("queue \"" + keys.queue() + "\" is not empty: it has tasks"
                    + (force ? ", which were enqueued during the removal"
                            : "; they are deleted only if that is forced"));
        }
    }

    private static QueueStateException hasActive(QueueKeys keys) {
        return new QueueStateException("queue \"" + keys.queue()
                + "\" cannot be removed: it has active tasks, or tasks that are handled as a group");
    }

    /** Deletes the tasks of a queue without active tasks or groups. */
    private void deleteTasks(QueueKeys keys) {
        long now = UnixTime.seconds(clock.instant());
        if (executor.send(List.of(RedisCommand.command(Command.LLEN).key(keys.active()),
                RedisCommand.command(Command.ZCOUNT).key(keys.aggregationSets()).arg("(" + now).arg("+inf"))).stream()
                .anyMatch(reply -> Replies.number(reply.get()) > 0)) {
            throw hasActive(keys);
        }
        List.of(keys.pending(), keys.scheduled(), keys.retry(), keys.archived(), keys.completed())
                .forEach(key -> delete(keys, key));
        for (String group : SetMembers.read(executor, keys.groups())) {
            bulk.delete(new Tasks(keys, keys.group(group), group));
        }
        // skip sets that are not overdue: they were just staged for a handler
        for (Object set : Replies.list(executor.send(RedisCommand.command(Command.ZRANGEBYSCORE)
                .key(keys.aggregationSets()).arg("-inf").arg(now)))) {
            delete(keys, Replies.text(set));
        }
    }

    private void delete(QueueKeys keys, String key) {
        bulk.delete(new Tasks(keys, key, ""));
    }

    /** Removes data that asynq does not remove: counters, statistics and the pause. */
    /** Removes batches, because a new batch with the ID of a removed batch must not get its callbacks. */
    private void removeBatches(QueueKeys keys) {
        List<?> ids = batches(keys);
        while (!ids.isEmpty()) {
            RedisCommand remove = RedisCommand.command(Command.UNLINK);
            RedisCommand forget = RedisCommand.command(Command.ZREM).key(keys.batches());
            ids.stream().map(Replies::text).forEach(id -> {
                remove.key(keys.batchOpen(id)).key(keys.batchFailed(id)).key(keys.batchEnded(id)).key(keys.batch(id));
                forget.arg(id);
            });
            executor.send(remove);
            executor.send(forget);
            ids = batches(keys);
        }
    }

    private List<?> batches(QueueKeys keys) {
        return Replies.list(executor.send(RedisCommand.command(Command.ZRANGE).key(keys.batches()).arg(0)
                .arg(BATCHES - 1)));
    }

    private void removeRest(QueueKeys keys) {
        RedisCommand counters = RedisCommand.command(Command.DEL).key(keys.paused()).key(keys.processed())
                .key(keys.failed());
        Instant now = clock.instant();
        for (int day = 0; day <= UnixTime.KEPT.toDays(); day++) {
            Instant when = now.minusSeconds(day * 86_400L);
            counters.key(keys.processed(when)).key(keys.failed(when));
        }
        keys.limitSets().forEach(counters::key);
        executor.send(counters);
        statistics.delete(keys);
        queues.forget(keys.queue());
    }
}
