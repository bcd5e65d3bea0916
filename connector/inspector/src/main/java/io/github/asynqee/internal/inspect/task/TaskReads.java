package io.github.asynqee.internal.inspect.task;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.LimitKey;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.inspect.TaskStateException;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.protocol.WorkerInfo;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.redis.BrokerException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/** Reads single tasks and pages of tasks. */
public final class TaskReads {

    /** The number of tasks read by one call of the script. */
    private static final int CHUNK = 200;
    /** A call of the script ends after the task that exceeds this total size. */
    private static final int BYTES = 1_000_000;
    /** The number of queues that are searched for a task with one command. */
    private static final int KEYS_PER_CALL = 200;
    public static final List<String> FIELDS = List.of("msg", "result", PrivateFields.PROGRESS,
            PrivateFields.RECOVERIES, "pending_since", PrivateFields.LIMIT);

    private final RedisExecutor executor;
    private final Clock clock;
    private final Supplier<List<WorkerInfo>> workers;

    /**
     * Creates the reads.
     *
     * @param workers reads the active tasks reported by running servers
     */
    public TaskReads(RedisExecutor executor, Clock clock, Supplier<List<WorkerInfo>> workers) {
        this.executor = executor;
        this.clock = clock;
        this.workers = workers;
    }

    /** The fields of a task's hash listed in {@link #FIELDS}. */
    private record Fields(byte @Nullable [] message, byte @Nullable [] result, byte @Nullable [] progress,
            byte @Nullable [] recoveries, byte @Nullable [] pendingSince, byte @Nullable [] limit) {

        static Fields of(List<?> reply, int at) {
            return new Fields(Replies.bytes(reply.get(at)), Replies.bytes(reply.get(at + 1)),
                    Replies.bytes(reply.get(at + 2)), Replies.bytes(reply.get(at + 3)),
                    Replies.bytes(reply.get(at + 4)), Replies.bytes(reply.get(at + 5)));
        }

        InspectedTask toTask(TaskInfo info, @Nullable Instant score, ActiveTasks active) {
            return new InspectedTask(info, result == null || result.length == 0 ? null : result,
                    active.orphans().contains(info.id()), PrivateFields.progress(progress),
                    PrivateFields.recoveries(recoveries), since(info, score, active), waitsFor(info, score));
        }

        private @Nullable LimitKey waitsFor(TaskInfo info, @Nullable Instant score) {
            List<String> key = info.state() == TaskState.SCHEDULED && score != null
                    ? PrivateFields.limitKey(limit, score) : null;
            return key == null ? null : new LimitKey(key.get(0), key.get(1));
        }

        private @Nullable Instant since(TaskInfo info, @Nullable Instant score, ActiveTasks active) {
            return switch (info.state()) {
                case PENDING -> UnixTime.ofNanos(Replies.text(pendingSince));
                case ACTIVE -> active.started().get(info.id());
                case RETRY -> info.lastFailedAt();
                case COMPLETED -> info.completedAt();
                case SCHEDULED, ARCHIVED, AGGREGATING -> score;
            };
        }
    }

    /**
     * Data about the active tasks of a queue beyond their hashes.
     *
     * @param orphans IDs of tasks with an expired lease
     * @param started start times by ID, for tasks reported by running servers
     */
    public record ActiveTasks(Set<String> orphans, Map<String, Instant> started) {

        private static final ActiveTasks NONE = new ActiveTasks(Set.of(), Map.of());
    }

    public InspectedTask task(QueueKeys keys, String id) {
        Object reply = executor.send(reading(keys, id));
        if (reply == null) {
            throw notFound(keys, id);
        }
        return task(keys, id, Replies.list(reply));
    }

    /** Returns the task with an ID from the first queue that contains it. */
    public Optional<InspectedTask> find(List<QueueKeys> queues, String id) {
        int perCommand = executor.isOneServer() ? KEYS_PER_CALL : 1;
        List<List<QueueKeys>> parts = new ArrayList<>();
        for (int from = 0; from < queues.size(); from += perCommand) {
            parts.add(queues.subList(from, Math.min(queues.size(), from + perCommand)));
        }
        List<Reply> replies = executor.send(parts.stream().map(part -> existing(part, id)).toList());
        BrokerException failure = null;
        for (int i = 0; i < parts.size(); i++) {
            if (replies.get(i).error() != null) {
                failure = replies.get(i).error();
            } else if (Replies.number(replies.get(i).value()) > 0) {
                Optional<InspectedTask> found = readFirst(parts.get(i), id);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
        return Optional.empty();
    }

    private static RedisCommand existing(List<QueueKeys> queues, String id) {
        RedisCommand exists = RedisCommand.command(Command.EXISTS);
        queues.forEach(keys -> exists.key(keys.task(id)));
        return exists;
    }

    private Optional<InspectedTask> readFirst(List<QueueKeys> queues, String id) {
        List<Reply> exist = executor.send(queues.stream().map(keys -> existing(List.of(keys), id)).toList());
        for (int i = 0; i < queues.size(); i++) {
            Object reply = Replies.number(exist.get(i).get()) == 0 ? null : executor.send(reading(queues.get(i), id));
            if (reply != null) {
                return Optional.of(task(queues.get(i), id, Replies.list(reply)));
            }
        }
        return Optional.empty();
    }

    private static RedisCommand reading(QueueKeys keys, String id) {
        RedisCommand read = RedisCommand.script(InspectorScript.READ_TASK).key(keys.task(id)).key(keys.scheduled())
                .key(keys.retry()).key(keys.archived()).arg(id).arg(keys.groupPrefix());
        FIELDS.forEach(read::arg);
        return read;
    }

    private InspectedTask task(QueueKeys keys, String id, List<?> values) {
        TaskState state = state(keys, id, Replies.text(values.get(0)));
        Fields fields = Fields.of(values, 2);
        try {
            Instant score = score(values.get(1));
            return fields.toTask(info(keys, id, fields.message(), state, next(state, score)), score,
                    active(keys, state));
        } catch (UndecodableMessageException e) {
            throw new TaskStateException(
                    "the message of task " + id + " in queue \"" + keys.queue() + "\" cannot be read: "
                            + e.getMessage());
        }
    }

    /** Reads the message of a task. */
    TaskMessage message(QueueKeys keys, String id) {
        List<?> fields = Replies.list(executor.send(
                RedisCommand.command(Command.HMGET).key(keys.task(id)).arg("msg").arg("state")));
        if (fields.get(0) == null) {
            throw fields.get(1) == null ? notFound(keys, id)
                    : refused(keys, id, "read", "it has no message");
        }
        return parse(keys, id, "read", Replies.bytes(fields.get(0)));
    }

    static TaskNotFoundException notFound(QueueKeys keys, String id) {
        return new TaskNotFoundException("there is no task " + id + " in queue \"" + keys.queue() + "\"");
    }

    static TaskMessage parse(QueueKeys keys, String id, String what, byte[] message) {
        try {
            return TaskMessage.parse(message);
        } catch (UndecodableMessageException e) {
            throw refused(keys, id, what, "its message cannot be read: " + e.getMessage());
        }
    }

    static TaskStateException refused(QueueKeys keys, String id, String what, String reason) {
        return new TaskStateException(
                "task " + id + " in queue \"" + keys.queue() + "\" cannot be " + what + ": " + reason);
    }

    static TaskState state(QueueKeys keys, String id, @Nullable String name) {
        for (TaskState state : TaskState.values()) {
            if (state.wireName().equals(name)) {
                return state;
            }
        }
        throw new TaskStateException("task " + id + " in queue \"" + keys.queue() + "\" has "
                + (name == null ? "no state" : "the unknown state \"" + name + "\""));
    }

    private @Nullable Instant next(TaskState state, @Nullable Instant score) {
        return next(state, score, clock);
    }

    /** Returns when a task runs next; now for a pending task. */
    static @Nullable Instant next(TaskState state, @Nullable Instant score, Clock clock) {
        boolean timed = state == TaskState.SCHEDULED || state == TaskState.RETRY;
        return timed ? score : state == TaskState.PENDING ? clock.instant() : null;
    }

    static @Nullable Instant score(@Nullable Object score) {
        return score == null ? null : UnixTime.floorOfScore(Replies.text(score));
    }

    /** Reads the active tasks; does nothing for other states. */
    public ActiveTasks active(QueueKeys keys, TaskState state) {
        if (state != TaskState.ACTIVE) {
            return ActiveTasks.NONE;
        }
        Map<String, Instant> started = new HashMap<>();
        workers.get().stream().filter(worker -> worker.queue().equals(keys.queue()))
                .forEach(worker -> started.put(worker.taskId(), worker.startTime()));
        return new ActiveTasks(orphans(keys), started);
    }

    /** Creates the info of a task; a task without message only has its ID and state. */
    private static TaskInfo info(QueueKeys keys, String id, byte @Nullable [] message, TaskState state,
            @Nullable Instant next)
            throws UndecodableMessageException {
        if (message != null) {
            return TaskMessage.parse(message).toInfo(state, next);
        }
        return new TaskInfo(id, keys.queue(), "", new byte[0], Map.of(), state, 0, 0, "", null,
                Duration.ZERO, null, "", Duration.ZERO, next, null);
    }

    /** Returns the number of tasks in a collection. */
    public long size(TaskPlace place) {
        return Replies.number(executor.send(place.size()));
    }

    /** Returns the tasks between two positions of a collection, without tasks whose message cannot be read. */
    public List<InspectedTask> list(TaskPlace place, long from, long size) {
        ActiveTasks active = active(place.keys(), place.state());
        List<InspectedTask> tasks = new ArrayList<>();
        long at = from;
        Chunk chunk;
        do {
            chunk = read(place, active, at, (int) Math.min(CHUNK, from + size - at));
            chunk.tasks().stream().filter(Objects::nonNull).forEach(tasks::add);
            at += chunk.tasks().size();
        } while (!chunk.isLast() && at < from + size);
        return tasks;
    }

    /**
     * Consecutive tasks of a collection.
     *
     * @param tasks the tasks; {@code null} for a task whose message cannot be read
     * @param isLast whether this is the end of the collection
     */
    private record Chunk(List<InspectedTask> tasks, boolean isLast) {}

    /**
     * Reads tasks from a position of a collection. Returns fewer than {@code size} if they are large, but at least one.
     */
    private Chunk read(TaskPlace place, ActiveTasks active, long from, int size) {
        RedisCommand read = RedisCommand.script(InspectorScript.LIST_TASKS).key(place.key())
                .arg(place.keys().taskPrefix()).arg(from).arg(from + size - 1).arg(BYTES);
        FIELDS.forEach(read::arg);
        List<?> reply = Replies.list(executor.send(read));
        List<InspectedTask> tasks = new ArrayList<>();
        int width = FIELDS.size() + 2;
        for (int i = 1; i < reply.size(); i += width) {
            tasks.add(task(place, reply.subList(i, i + width), active));
        }
        long there = Replies.number(reply.get(0));
        return new Chunk(tasks, there < size && tasks.size() == there);
    }

    /**
     * Returns a task of a collection; {@code null} if its message cannot be read.
     *
     * @param found its ID, its score or {@code null}, then its {@link #FIELDS}
     */
    public @Nullable InspectedTask task(TaskPlace place, List<?> found, ActiveTasks active) {
        QueueKeys keys = place.keys();
        TaskState state = place.state();
        String id = Replies.text(found.get(0));
        Fields fields = Fields.of(found, 2);
        try {
            Instant score = score(found.get(1));
            return fields.toTask(info(keys, id, fields.message(), state, next(state, score)), score, active);
        } catch (UndecodableMessageException e) {
            return null;
        }
    }

    /** Returns the IDs of active tasks with an expired lease. */
    private Set<String> orphans(QueueKeys keys) {
        Set<String> ids = new HashSet<>();
        Replies.list(executor.send(RedisCommand.command(Command.ZRANGEBYSCORE).key(keys.lease()).arg("-inf")
                .arg(UnixTime.seconds(clock.instant())))).forEach(id -> ids.add(Replies.text(id)));
        return ids;
    }
}
