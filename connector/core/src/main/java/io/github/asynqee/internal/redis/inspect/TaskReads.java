package io.github.asynqee.internal.redis.inspect;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.inspect.TaskStateException;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.RedisExecutor.Reply;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Script;
import io.github.asynqee.internal.redis.connection.UnixTime;
import redis.clients.jedis.Protocol.Command;

/** Reads tasks, one or a page of them. */
final class TaskReads {

    /** The number of tasks read by one call of the script. */
    private static final int CHUNK = 200;
    private static final List<String> FIELDS = List.of("msg", "result", PrivateFields.PROGRESS,
            PrivateFields.RECOVERIES);

    private final RedisExecutor executor;
    private final Clock clock;

    TaskReads(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    /** The fields of a task's hash, as they are listed in {@link #FIELDS}. */
    private record Fields(byte[] message, byte[] result, byte[] progress, byte[] recoveries) {

        static Fields of(List<?> reply, int at) {
            return new Fields(Replies.bytes(reply.get(at)), Replies.bytes(reply.get(at + 1)),
                    Replies.bytes(reply.get(at + 2)), Replies.bytes(reply.get(at + 3)));
        }

        InspectedTask toTask(TaskInfo info, boolean orphaned) {
            return new InspectedTask(info, result == null || result.length == 0 ? null : result, orphaned,
                    PrivateFields.progress(progress), PrivateFields.recoveries(recoveries));
        }
    }

    InspectedTask task(QueueKeys keys, String id) {
        Object reply = executor.send(reading(keys, id));
        if (reply == null) {
            throw notFound(keys, id);
        }
        return task(keys, id, Replies.list(reply));
    }

    /** The task with an ID in the first of some queues that has one. */
    Optional<InspectedTask> find(List<QueueKeys> queues, String id) {
        List<Reply> replies = executor.send(queues.stream().map(keys -> reading(keys, id)).toList());
        return IntStream.range(0, queues.size()).filter(i -> replies.get(i).get() != null)
                .mapToObj(i -> task(queues.get(i), id, Replies.list(replies.get(i).get()))).findFirst();
    }

    private static RedisCommand reading(QueueKeys keys, String id) {
        RedisCommand read = RedisCommand.script(Script.READ_TASK).key(keys.task(id)).key(keys.scheduled())
                .key(keys.retry()).arg(id);
        FIELDS.forEach(read::arg);
        return read;
    }

    private InspectedTask task(QueueKeys keys, String id, List<?> values) {
        TaskState state = state(keys, id, Replies.text(values.get(0)));
        Fields fields = Fields.of(values, 2);
        try {
            return fields.toTask(info(keys, id, fields.message(), state, next(state, values.get(1))),
                    isOrphaned(keys, id, state));
        } catch (UndecodableMessageException e) {
            throw new TaskStateException(
                    "the message of task " + id + " in queue \"" + keys.queue() + "\" cannot be read: "
                            + e.getMessage());
        }
    }

    /** The message of a task. */
    TaskMessage message(QueueKeys keys, String id) {
        List<?> fields = Replies.list(executor.send(
                RedisCommand.command(Command.HMGET).key(keys.task(id)).arg("msg").arg("state")));
        if (fields.get(0) == null) {
            throw fields.get(1) == null ? notFound(keys, id)
                    : TaskChanges.refused(keys, id, "read", "it has no message");
        }
        return TaskChanges.parse(keys, id, "read", Replies.bytes(fields.get(0)));
    }

    static TaskNotFoundException notFound(QueueKeys keys, String id) {
        return new TaskNotFoundException("there is no task " + id + " in queue \"" + keys.queue() + "\"");
    }

    static TaskState state(QueueKeys keys, String id, String name) {
        for (TaskState state : TaskState.values()) {
            if (state.wireName().equals(name)) {
                return state;
            }
        }
        throw new TaskStateException("task " + id + " in queue \"" + keys.queue() + "\" has "
                + (name == null ? "no state" : "the unknown state \"" + name + "\""));
    }

    private Instant next(TaskState state, Object score) {
        return next(state, score, clock);
    }

    /** When a task runs next: a pending one now. Fractions of seconds in a score are cut off. */
    static Instant next(TaskState state, Object score, Clock clock) {
        boolean timed = state == TaskState.SCHEDULED || state == TaskState.RETRY;
        if (timed && score != null) {
            return Instant.ofEpochSecond((long) Double.parseDouble(Replies.text(score)));
        }
        return state == TaskState.PENDING ? clock.instant() : null;
    }

    private boolean isOrphaned(QueueKeys keys, String id, TaskState state) {
        return state == TaskState.ACTIVE && orphans(keys).contains(id);
    }

    /** A task that has lost its message is shown by its ID and state. */
    private static TaskInfo info(QueueKeys keys, String id, byte[] message, TaskState state, Instant next)
            throws UndecodableMessageException {
        if (message != null) {
            return TaskMessage.parse(message).toInfo(state, next);
        }
        return new TaskInfo(id, keys.queue(), "", new byte[0], Map.of(), state, 0, 0, "", null,
                Duration.ZERO, null, "", Duration.ZERO, next, null);
    }

    /** The tasks from one position of a collection to another; those whose message cannot be read are left out. */
    List<InspectedTask> list(QueueKeys keys, String collection, TaskState state, long from, int size) {
        return read(keys, collection, state, from, size).stream().filter(Objects::nonNull).toList();
    }

    /** The same with {@code null} for each task whose message cannot be read: less than {@code size} only at the end. */
    List<InspectedTask> read(QueueKeys keys, String collection, TaskState state, long from, int size) {
        Set<String> orphans = state == TaskState.ACTIVE ? orphans(keys) : Set.of();
        List<InspectedTask> tasks = new ArrayList<>();
        for (long at = from; at < from + size; at += CHUNK) {
            long to = Math.min(at + CHUNK, from + size);
            RedisCommand read = RedisCommand.script(Script.LIST_TASKS).key(collection).arg(keys.taskPrefix()).arg(at)
                    .arg(to - 1);
            FIELDS.forEach(read::arg);
            List<?> reply = Replies.list(executor.send(read));
            int width = FIELDS.size() + 2;
            for (int i = 0; i < reply.size(); i += width) {
                tasks.add(task(keys, reply.subList(i, i + width), state, orphans));
            }
            if (reply.size() < (to - at) * width) {
                break;
            }
        }
        return tasks;
    }

    private InspectedTask task(QueueKeys keys, List<?> found, TaskState state, Set<String> orphans) {
        String id = Replies.text(found.get(0));
        Fields fields = Fields.of(found, 2);
        try {
            return fields.toTask(info(keys, id, fields.message(), state, next(state, found.get(1))),
                    orphans.contains(id));
        } catch (UndecodableMessageException e) {
            return null;
        }
    }

    /** The active tasks whose lease has expired. */
    private Set<String> orphans(QueueKeys keys) {
        Set<String> ids = new HashSet<>();
        Replies.list(executor.send(RedisCommand.command(Command.ZRANGEBYSCORE).key(keys.lease()).arg("-inf")
                .arg(UnixTime.seconds(clock.instant())))).forEach(id -> ids.add(Replies.text(id)));
        return ids;
    }
}
