package io.github.asynqee.internal.inspect.task;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.broker.watch.ScheduleListeners;
import io.github.asynqee.internal.inspect.queue.ExistingQueues;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.inspect.repair.PendingRemoval;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/**
 * Moves tasks to other queues, which may be on other nodes. A task is first stored in the target queue, then deleted
 * from its queue, so that it is in at least one of them at any time.
 */
final class TaskMoves {

    private static final List<String> REFUSED = List.of("it is active", "it was changed at the same time");
    private static final int TAKEN = 0;

    private final RedisExecutor executor;
    private final ExistingQueues queues;
    private final ScheduleListeners scheduleListeners;
    private final Clock clock;

    TaskMoves(RedisExecutor executor, ExistingQueues queues, ScheduleListeners scheduleListeners, Clock clock) {
        this.executor = executor;
        this.clock = clock;
        this.queues = queues;
        this.scheduleListeners = scheduleListeners;
    }

    /**
     * A task that is being moved.
     *
     * @param state its state in the other queue
     * @param score its score there, {@code null} if it is pending
     * @param fields the fields of its hash
     * @param stored the bytes of the message
     * @param message the decoded message
     * @param move the name of this move
     */
    private record Moving(QueueKeys from, QueueKeys to, String id, TaskState state, byte @Nullable [] score,
            Map<String, byte[]> fields, byte[] stored, TaskMessage message, String move) {

        boolean isPending() {
            return state == TaskState.PENDING;
        }

        String group() {
            return state == TaskState.AGGREGATING ? Replies.text(fields.get("group")) : "";
        }

        TaskMessage moved() {
            return message.inQueue(to.queue());
        }

        String target() {
            return new TaskPlace(to, state, group()).key();
        }
    }

    void move(QueueKeys from, QueueKeys to, String id) {
        Moving moving = read(from, to, id);
        long lockSeconds = lockSeconds(moving);
        queues.register(to.queue());
        store(moving, lockSeconds);
        if (moving.state() == TaskState.SCHEDULED || moving.state() == TaskState.RETRY) {
            scheduleListeners.written(to.queue(), UnixTime.ofScore(Replies.text(moving.score())));
        }
        RedisCommand delete = delete(moving, from, moving.stored(), moving.message().uniqueKey(), "");
        long deleted = Replies.number(executor.send(delete));
        if (deleted < 0) {
            takeBack(moving, deleted);
        }
    }

    private Moving read(QueueKeys from, QueueKeys to, String id) {
        List<?> reply = Replies.list(executor.send(StateChanges.change(InspectorScript.READ_TO_MOVE, from, id)));
        StateChanges.check(from, id, "moved", REFUSED, Replies.number(reply.get(0)));
        Map<String, byte[]> fields = new LinkedHashMap<>();
        for (int i = 2; i < reply.size(); i += 2) {
            fields.put(Replies.text(reply.get(i)), Replies.bytes(reply.get(i + 1)));
        }
        byte[] stored = fields.remove("msg");
        TaskState state = TaskReads.state(from, id, Replies.text(fields.remove("state")));
        if (stored == null) {
            throw TaskReads.refused(from, id, "moved", "it has no message");
        }
        TaskMessage message = TaskReads.parse(from, id, "moved", stored);
        byte[] score = Replies.bytes(reply.get(1));
        // limits belong to a queue: a task that its old queue's limit blocks can run in the new queue
        byte[] line = fields.remove(PrivateFields.LIMIT);
        if (state == TaskState.SCHEDULED
                && PrivateFields.limitKey(line, UnixTime.ofScore(Replies.text(score))) != null) {
            state = TaskState.PENDING;
            score = null;
            fields.put("pending_since",
                    String.valueOf(UnixTime.nanos(clock.instant())).getBytes(StandardCharsets.US_ASCII));
        }
        return new Moving(from, to, id, state, score, fields, stored, message, UUID.randomUUID().toString());
    }

    /** Returns the remaining time of the task's lock; 0 if the task does not hold it. */
    private long lockSeconds(Moving moving) {
        String lock = moving.message().uniqueKey();
        if (moving.moved().uniqueKey().isEmpty()) {
            return 0;
        }
        var replies = executor.send(List.of(RedisCommand.command(Command.GET).key(lock),
                RedisCommand.command(Command.TTL).key(lock)));
        boolean held = moving.id().equals(Replies.text(replies.get(0).get()));
        return held ? Math.max(0, Replies.number(replies.get(1).get())) : 0;
    }

    private void store(Moving moving, long lockSeconds) {
        byte[] moved = moving.moved().toBytes();
        if (Replies.number(executor.send(storing(moving, moved, lockSeconds))) == TAKEN) {
            byte[] found = Replies.bytes(executor.send(
                    RedisCommand.command(Command.HGET).key(moving.to().task(moving.id())).arg("msg")));
            boolean stored = found != null && isSame(moving.moved(), found)
                    && Replies.number(executor.send(storing(moving, found, lockSeconds))) != TAKEN;
            if (!stored) {
                throw TaskReads.refused(moving.from(), moving.id(), "moved",
                        "queue \"" + moving.to().queue() + "\" has another task with this ID");
            }
        }
    }

    /** Whether a task in the target queue is the same task; it may have run there after an interrupted move. */
    private static boolean isSame(TaskMessage moved, byte[] found) {
        try {
            return moved.sameTask(TaskMessage.parse(found));
        } catch (UndecodableMessageException e) {
            return false;
        }
    }

    private static RedisCommand storing(Moving moving, byte[] found, long lockSeconds) {
        QueueKeys to = moving.to();
        TaskMessage moved = moving.moved();
        RedisCommand command = RedisCommand.script(InspectorScript.STORE_MOVED).key(to.task(moving.id()))
                .key(moving.target())
                .key(to.groups());
        if (lockSeconds > 0) {
            command.key(moved.uniqueKey());
        }
        command.arg(moving.id()).arg(moved.toBytes()).arg(found).arg(moving.state().wireName())
                .arg(moving.isPending() ? new byte[0] : moving.score()).arg(moving.group()).arg(lockSeconds)
                .arg(PrivateFields.MOVE).arg(moving.move());
        moving.fields().forEach((field, value) -> {
            if (!field.equals("unique_key")) {
                command.arg(field).arg(value);
            } else if (!moved.uniqueKey().isEmpty()) {
                command.arg(field).arg(moved.uniqueKey());
            }
        });
        return command;
    }

    private RedisCommand delete(Moving moving, QueueKeys keys, byte[] message, String lock, String move) {
        RedisCommand command = StateChanges.change(InspectorScript.DELETE_MOVED, keys, moving.id());
        if (lock.startsWith(keys.prefix())) {
            command.key(lock);
        }
        return command.arg(moving.isPending() ? PendingRemoval.prepare(executor, keys, moving.id(), 1) : 1).arg(message)
                .arg(PrivateFields.MOVE).arg(move);
    }

    /**
     * Undoes the move, because the task was started or changed in its queue after it was stored in the target queue.
     */
    private void takeBack(Moving moving, long refused) {
        TaskMessage moved = moving.moved();
        RedisCommand delete = delete(moving, moving.to(), moved.toBytes(), moved.uniqueKey(), moving.move());
        String reason = StateChanges.reason(REFUSED, refused);
        if (Replies.number(executor.send(delete)) != 1) {
            reason += "; it is now also in queue \"" + moving.to().queue() + "\"";
        }
        throw TaskReads.refused(moving.from(), moving.id(), "moved", reason);
    }
}
