package io.github.asynqee.internal.inspect.task;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.inspect.TaskStateException;
import io.github.asynqee.internal.broker.watch.ScheduleListeners;
import io.github.asynqee.internal.codec.StepwiseCodec;
import io.github.asynqee.internal.inspect.repair.PendingRemoval;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.TaskVersion;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.lua.Script;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/** Changes the content and the start time of single tasks. */
final class TaskEdits {

    private static final List<String> REFUSED = List.of("it is active", "it was changed at the same time");

    private final RedisExecutor executor;
    private final Clock clock;
    private final ScheduleListeners scheduleListeners;

    TaskEdits(RedisExecutor executor, Clock clock, ScheduleListeners scheduleListeners) {
        this.executor = executor;
        this.clock = clock;
        this.scheduleListeners = scheduleListeners;
    }

    /** State and message of a task; each is {@code null} if missing. */
    private record Stored(@Nullable String state, byte @Nullable [] message) {

        boolean isPending() {
            return "pending".equals(state);
        }
    }

    private Stored read(QueueKeys keys, String id) {
        List<?> fields = Replies.list(executor.send(
                RedisCommand.command(Command.HMGET).key(keys.task(id)).arg("state").arg("msg")));
        return new Stored(Replies.text(fields.get(0)), Replies.bytes(fields.get(1)));
    }

    private RedisCommand change(Script script, QueueKeys keys, String id, boolean takesOutOfPending) {
        return StateChanges.change(script, keys, id)
                .arg(takesOutOfPending ? PendingRemoval.prepare(executor, keys, id, 1) : 1);
    }

    void reschedule(QueueKeys keys, String id, Instant at) {
        Stored stored = read(keys, id);
        RedisCommand change = change(InspectorScript.RESCHEDULE_TASK, keys, id, stored.isPending())
                .arg(UnixTime.seconds(at));
        if ("completed".equals(stored.state()) && stored.message() != null) {
            TaskMessage message = TaskReads.parse(keys, id, "rescheduled", stored.message());
            change.arg(stored.message()).arg(message.notCompleted().toBytes());
        } else {
            change.arg("").arg("");
        }
        StateChanges.check(keys, id, "rescheduled", REFUSED, Replies.number(executor.send(change)));
        scheduleListeners.written(keys.queue(), at);
    }

    void updatePayload(QueueKeys keys, String id, byte[] payload) {
        byte[] stored = read(keys, id).message();
        byte[] replaced = new byte[0];
        if (stored != null) {
            TaskMessage message = TaskReads.parse(keys, id, "changed", stored);
            replaced = edited(message, TaskEdit.NONE.payload(payload)).toBytes();
        }
        RedisCommand update = RedisCommand.script(InspectorScript.UPDATE_PAYLOAD).key(keys.task(id))
                .arg(stored == null ? replaced : stored).arg(replaced);
        StateChanges.check(keys, id, "changed", List.of("it is not scheduled", "it was changed at the same time"),
                Replies.number(executor.send(update)));
    }

    TaskInfo edit(QueueKeys keys, String id, TaskEdit edit) {
        if (edit.queue() != null || edit.processAt() != null || edit.uniqueFor() != null) {
            throw new IllegalArgumentException(
                    "queue, time to run and unique lock cannot be edited: move, reschedule or duplicate the task");
        }
        Stored stored = read(keys, id);
        if (stored.message() == null) {
            throw stored.state() == null ? TaskReads.notFound(keys, id)
                    : TaskReads.refused(keys, id, "changed", "it has no message");
        }
        TaskMessage message = TaskReads.parse(keys, id, "changed", stored.message());
        TaskMessage edited = edited(message, edit);
        boolean passedOver = !edited.type().equals(message.type()) || TaskVersion.of(edited) != TaskVersion.of(message);
        boolean movesToTail = stored.isPending() && passedOver;
        List<?> reply = Replies.list(executor.send(change(InspectorScript.EDIT_TASK, keys, id, movesToTail)
                .arg(stored.message()).arg(edited.toBytes()).arg(endOfRetention(message, edit))
                .arg(passedOver ? 1 : 0)));
        StateChanges.check(keys, id, "changed", REFUSED, Replies.number(reply.get(0)));
        TaskState state = TaskReads.state(keys, id, Replies.text(reply.get(1)));
        return edited.toInfo(state, TaskReads.next(state, TaskReads.score(reply.get(2)), clock));
    }

    private static String endOfRetention(TaskMessage message, TaskEdit edit) {
        return edit.retention() == null || message.completedAt() == null ? ""
                : String.valueOf(UnixTime.secondsAfter(message.completedAt(), edit.retention()));
    }

    /** Applies an edit, with the same defaults as for new tasks. */
    private static TaskMessage edited(TaskMessage message, TaskEdit edit) {
        TaskMessage.Builder edited = message.toBuilder();
        if (edit.type() != null) {
            edited.type(edit.type());
        }
        if (edit.payload() != null) {
            edited.payload(edit.payload());
        }
        if (edit.maxRetry() != null) {
            edited.maxRetry(edit.maxRetry());
        }
        if (edit.retention() != null) {
            edited.retention(edit.retention());
        }
        Map<String, String> headers = headers(message, edit);
        if (!headers.equals(message.headers())) {
            edited.onlyHeaders(headers);
        }
        if (edit.timeout() != null || edit.deadline() != null) {
            Duration timeout = edit.timeout() == null ? message.timeout() : edit.timeout();
            Instant deadline = edit.deadline() == null ? message.deadline() : edit.deadline();
            boolean noDeadline = deadline == null || deadline.equals(Instant.EPOCH);
            edited.deadline(deadline).timeout(timeout.isZero() && noDeadline ? TaskOptions.DEFAULT_TIMEOUT : timeout);
        }
        return edited.build();
    }

    /**
     * Returns the headers after an edit. Codec headers stay as long as the payload does not change, even if the edit
     * contains the same payload. A new payload is stored unchanged.
     *
     * @throws TaskStateException if the new payload would be stored unencrypted in Redis, unlike the previous payload
     */
    static Map<String, String> headers(TaskMessage message, TaskEdit edit) {
        boolean keeps = edit.payload() == null || Arrays.equals(edit.payload(), message.payload());
        if (!keeps && StepwiseCodec.hides(message.headers())) {
            throw new TaskStateException("the payload of task " + message.id()
                    + " is encrypted or stored outside Redis (" + PayloadCodec.CODEC_HEADER + ": "
                    + message.headers().get(PayloadCodec.CODEC_HEADER)
                    + "), and a new one would be in plain in Redis: enqueue a task by an application that encrypts or "
                    + "stores it");
        }
        return PayloadCodec.marked(edit.headers() == null ? message.headers() : edit.headers(),
                keeps ? message.headers() : Map.of());
    }
}
