package io.github.asynqee.internal.inspect.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.github.asynqee.TaskAttempt;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.protocol.AttemptRecord;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/** Reads the recorded attempts of a task, and determines which attempts are not recorded. */
public final class AttemptReads {

    private final RedisExecutor executor;

    public AttemptReads(RedisExecutor executor) {
        this.executor = executor;
    }

    public List<TaskAttempt> attempts(QueueKeys keys, String id) {
        List<?> fields = Replies.list(executor.send(RedisCommand.command(Command.HMGET).key(keys.task(id)).arg("msg")
                .arg("state").arg(AttemptRecord.FIELD)));
        if (fields.get(0) == null && fields.get(1) == null) {
            throw TaskReads.notFound(keys, id);
        }
        List<TaskAttempt> recorded = AttemptRecord.decode(Replies.bytes(fields.get(2)));
        if (fields.get(0) == null) {
            return recorded;
        }
        TaskMessage message = TaskReads.parse(keys, id, "read", Replies.bytes(fields.get(0)));
        return complete(recorded, made(message, Replies.text(fields.get(1))));
    }

    /** Returns the number of the last attempt that has certainly ended. */
    private static int made(TaskMessage message, String state) {
        boolean succeeded = TaskState.COMPLETED.wireName().equals(state);
        boolean exhausted = TaskState.ARCHIVED.wireName().equals(state) && message.lastFailedAt() != null
                && message.retried() >= message.maxRetry();
        return (int) Math.min(Integer.MAX_VALUE, message.retried() + (succeeded || exhausted ? 1L : 0L));
    }

    /** Adds one entry for each gap in the numbers, because a damaged task may claim two billion attempts. */
    private static List<TaskAttempt> complete(List<TaskAttempt> recorded, int made) {
        List<TaskAttempt> all = new ArrayList<>();
        long next = 1;
        for (TaskAttempt attempt : recorded.stream().sorted(Comparator.comparingInt(TaskAttempt::number)).toList()) {
            addGap(all, next, Math.min(attempt.number() - 1L, made));
            all.add(attempt);
            next = Math.max(next, attempt.number() + 1L);
        }
        addGap(all, next, made);
        return List.copyOf(all);
    }

    private static void addGap(List<TaskAttempt> all, long first, long last) {
        if (first <= last) {
            all.add(new TaskAttempt((int) first, (int) (last - first + 1), null, null,
                    TaskAttempt.Outcome.NOT_RECORDED, null, null, null));
        }
    }
}
