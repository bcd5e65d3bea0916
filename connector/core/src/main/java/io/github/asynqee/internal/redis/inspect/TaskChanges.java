package io.github.asynqee.internal.redis.inspect;

import java.time.Clock;
import java.util.List;

import io.github.asynqee.inspect.TaskStateException;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Script;
import io.github.asynqee.internal.redis.connection.UnixTime;
import redis.clients.jedis.Protocol.Command;

/** Changes single tasks. */
final class TaskChanges {

    private static final int MISSING = -3;

    private final RedisExecutor executor;
    private final Clock clock;

    TaskChanges(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    void run(QueueKeys keys, String id) {
        check(keys, id, "run", List.of("it is active", "it is pending already"),
                change(Script.RUN_TASK, keys, id).arg(UnixTime.nanos(clock.instant())));
    }

    void archive(QueueKeys keys, String id) {
        check(keys, id, "archived", List.of("it is archived already", "it is active: cancel it instead"),
                ArchiveLimits.add(change(Script.ARCHIVE_TASK, keys, id).arg(UnixTime.seconds(clock.instant()))
                        .arg(keys.taskPrefix()), clock.instant()));
    }

    void delete(QueueKeys keys, String id) {
        check(keys, id, "deleted", List.of("it is active: cancel it first"), change(Script.DELETE_TASK, keys, id));
    }

    private static RedisCommand change(Script script, QueueKeys keys, String id) {
        return RedisCommand.script(script).key(keys.task(id)).key(keys.pending()).key(keys.scheduled())
                .key(keys.retry()).key(keys.archived()).key(keys.completed()).key(keys.groups()).arg(id)
                .arg(keys.groupPrefix());
    }

    void updatePayload(QueueKeys keys, String id, byte[] payload) {
        byte[] stored = Replies.bytes(
                executor.send(RedisCommand.command(Command.HGET).key(keys.task(id)).arg("msg")));
        byte[] replaced = stored == null ? new byte[0] : withPayload(keys, id, stored, payload);
        check(keys, id, "changed", List.of("it is not scheduled", "it was changed at the same time"),
                RedisCommand.script(Script.UPDATE_PAYLOAD).key(keys.task(id)).arg(stored == null ? new byte[0] : stored)
                        .arg(replaced));
    }

    private static byte[] withPayload(QueueKeys keys, String id, byte[] message, byte[] payload) {
        try {
            return TaskMessage.parse(message).withPayload(payload).toBytes();
        } catch (UndecodableMessageException e) {
            throw new TaskStateException(
                    which(keys, id) + " cannot be changed: its message cannot be read: " + e.getMessage());
        }
    }

    /** Throws what the reply of a script means: 1 done, 0 not found, -1, -2 … the given reasons. */
    private void check(QueueKeys keys, String id, String what, List<String> reasons, RedisCommand change) {
        int reply = (int) Replies.number(executor.send(change));
        if (reply == 0) {
            throw TaskReads.notFound(keys, id);
        }
        if (reply < 0) {
            throw new TaskStateException(which(keys, id) + " cannot be " + what + ": " + (reply == MISSING
                    ? "it is missing in the list or set of its state" : reasons.get(-reply - 1)));
        }
    }

    private static String which(QueueKeys keys, String id) {
        return "task " + id + " in queue \"" + keys.queue() + "\"";
    }
}
