package io.github.asynqee.internal.redis;

import java.time.Instant;

import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.UnixTime;

/** Keys and arguments of a new task for scripts that store one task among other things, see {@code include/store}. */
final class StoreArguments {

    private StoreArguments() {}

    /** Appends three or four keys and six arguments. */
    static void append(RedisCommand command, NewTask task, Instant now) {
        TaskMessage message = task.message();
        QueueKeys keys = QueueKeys.of(message.queue());
        command.key(keys.task(message.id()));
        String state;
        long when;
        if (task.placement() instanceof Placement.Scheduled scheduled) {
            command.key(keys.scheduled());
            state = "scheduled";
            when = UnixTime.seconds(scheduled.at());
        } else if (task.placement() instanceof Placement.InGroup) {
            command.key(keys.group(message.group()));
            state = "aggregating";
            when = UnixTime.seconds(now);
        } else {
            command.key(keys.pending());
            state = "pending";
            when = UnixTime.nanos(now);
        }
        command.key(keys.groups());
        if (task.lockFor() != null) {
            command.key(message.uniqueKey());
        }
        command.arg(state).arg(message.id()).arg(message.toBytes()).arg(when).arg(message.group())
                .arg(task.lockFor() == null ? 0 : task.lockFor().getSeconds());
    }
}
