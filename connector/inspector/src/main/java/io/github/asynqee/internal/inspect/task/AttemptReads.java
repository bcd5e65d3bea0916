package io.github.asynqee.internal.inspect.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.asynqee.TaskAttempt;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.protocol.AttemptRecord;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/** Reads the attempts that are recorded with a task, and finds those that are not. */
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

    /** The number of the last attempt that has certainly ended. */
    private static int made(TaskMessage message, String state) {
        boolean succeeded = TaskState.COMPLETED.wireName().equals(state);
        boolean exhausted = TaskState.ARCHIVED.wireName().equals(state) && message.lastFailedAt() != null
                && message.retried() >= message.maxRetry();
        return message.retried() + (succeeded || exhausted ? 1 : 0);
    }

    /** Adds an entry for each gap among the numbers up to the last one. */
    private static List<TaskAttempt> complete(List<TaskAttempt> recorded, int made) {
        Set<Integer> numbers = recorded.stream().map(TaskAttempt::number).collect(Collectors.toSet());
        List<TaskAttempt> all = new ArrayList<>(recorded);
        int first = 1;
        while (first <= made) {
            int next = first;
            while (next <= made && !numbers.contains(next)) {
                next++;
            }
            if (next > first) {
                all.add(new TaskAttempt(first, next - first, null, null, TaskAttempt.Outcome.NOT_RECORDED, null, null,
                        null));
            }
            first = next + 1;
        }
        all.sort(Comparator.comparingInt(TaskAttempt::number));
        return List.copyOf(all);
    }
}
