package io.github.asynqee.internal.redis.unique;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.broker.UniqueRule;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.script.EngineScript;

/** The call that stores a task with a {@link UniqueRule}, and its reply. */
public final class UniqueStore {

    private static final int STORED = 1;
    private static final int ID_TAKEN = 0;
    private static final int JOINED = 2;
    private static final int REPLACED = 3;

    private UniqueStore() {}

    /**
     * The call.
     *
     * @param task the task; it has a rule, and is in no group
     * @param now the time since which it is pending
     * @return the call
     */
    public static RedisCommand command(NewTask task, Instant now) {
        TaskMessage message = task.message();
        UniqueRule rule = task.rule();
        QueueKeys keys = QueueKeys.of(message.queue());
        RedisCommand command = RedisCommand.script(EngineScript.STORE_UNIQUE).key(keys.task(message.id()))
                .key(keys.prefix() + rule.key()).key(keys.pending()).key(keys.scheduled()).key(keys.retry())
                .arg(message.id()).arg(message.toBytes()).arg(message.bytesBeforeId());
        if (task.placement() instanceof Placement.Scheduled scheduled) {
            command.arg("scheduled").arg(UnixTime.seconds(scheduled.at()));
        } else {
            command.arg("pending").arg(UnixTime.nanos(now));
        }
        return command.arg(task.lockFor().getSeconds()).arg(rule.until().text()).arg(rule.onDuplicate().text())
                .arg(keys.taskPrefix());
    }

    /**
     * The result.
     *
     * @param reply the reply of the script
     * @return the result
     */
    public static StoreResult result(List<?> reply) {
        int code = (int) Replies.number(reply.get(0));
        if (code == STORED) {
            return new StoreResult.Stored();
        } else if (code == ID_TAKEN) {
            return new StoreResult.IdTaken();
        } else if (reply.size() == 1) {
            return new StoreResult.Duplicate();
        }
        String holder = Replies.text(reply.get(1));
        String state = Replies.text(reply.get(2));
        if (code != JOINED && code != REPLACED) {
            return new StoreResult.Held(holder, state);
        }
        try {
            return new StoreResult.Existing(code == REPLACED, TaskMessage.parse(Replies.bytes(reply.get(3))),
                    TaskState.valueOf(state.toUpperCase(Locale.ROOT)), time(reply), null);
        } catch (UndecodableMessageException | IllegalArgumentException e) {
            return new StoreResult.Held(holder, state);
        }
    }

    private static Instant time(List<?> reply) {
        String score = reply.size() > 4 ? Replies.text(reply.get(4)) : null;
        return score == null ? null : Instant.ofEpochSecond((long) Double.parseDouble(score));
    }
}
