package io.github.asynqee.internal.feature.unique;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import io.github.asynqee.TaskState;
import io.github.asynqee.Uniqueness;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.feature.StoreScript;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;

/**
 * How a unique task treats another task that holds its key, if asynq's own lock is not enough.
 *
 * @param key the key without the prefix of the queue
 * @param until until when a task holds it
 * @param onDuplicate what happens if another task holds it
 */
record UniqueRule(String key, Uniqueness.Until until, Uniqueness.OnDuplicate onDuplicate) implements StoreScript {

    private static final int STORED = 1;
    private static final int ID_TAKEN = 0;
    private static final int JOINED = 2;
    private static final int REPLACED = 3;

    /** Checks that nothing is missing. */
    UniqueRule {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(until, "until");
        Objects.requireNonNull(onDuplicate, "onDuplicate");
    }

    @Override
    public String text() {
        return "unique until " + until.text() + " with the policy " + onDuplicate.text()
                + ", only until success with the policy reject";
    }

    /** The command that stores the task, which must not be in a group. */
    @Override
    public RedisCommand command(NewTask task, Instant now) {
        TaskMessage message = task.message();
        QueueKeys keys = QueueKeys.of(message.queue());
        RedisCommand command = RedisCommand.script(UniqueScript.STORE_UNIQUE).key(keys.task(message.id()))
                .key(keys.prefix() + key).key(keys.pending()).key(keys.scheduled()).key(keys.retry())
                .arg(message.id()).arg(message.toBytes()).arg(message.bytesBeforeId());
        if (task.placement() instanceof Placement.Scheduled scheduled) {
            command.arg("scheduled").arg(UnixTime.seconds(scheduled.at()));
        } else {
            command.arg("pending").arg(UnixTime.nanos(now));
        }
        return command.arg(task.lockFor().getSeconds()).arg(until.text()).arg(onDuplicate.text())
                .arg(keys.taskPrefix());
    }

    @Override
    public StoreResult result(Object answer) {
        List<?> reply = Replies.list(answer);
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
            return new StoreResult.KeyHeld(holder, state);
        }
        try {
            return new StoreResult.Existing(code == REPLACED, TaskMessage.parse(Replies.bytes(reply.get(3))),
                    TaskState.valueOf(state.toUpperCase(Locale.ROOT)), time(reply), null);
        } catch (UndecodableMessageException | IllegalArgumentException e) {
            return new StoreResult.KeyHeld(holder, state);
        }
    }

    private static Instant time(List<?> reply) {
        String score = reply.size() > 4 ? Replies.text(reply.get(4)) : null;
        return score == null ? null : Instant.ofEpochSecond((long) Double.parseDouble(score));
    }
}
