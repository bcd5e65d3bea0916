package io.github.asynqee.internal.redis.script;

import java.time.Instant;

import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.UnixTime;

/** The keys and arguments of a new task for scripts that include {@code store}. */
public final class NewTaskArguments {

    private NewTaskArguments() {}

    /** The key of the collection of a new task. */
    public static String target(QueueKeys keys, NewTask task) {
        if (task.placement() instanceof Placement.InGroup) {
            return keys.group(task.message().group());
        }
        return task.placement() instanceof Placement.Scheduled ? keys.scheduled() : keys.pending();
    }

    /** Like {@link #append}, but always with four keys, so that more keys can follow. */
    public static void appendFixed(RedisCommand command, NewTask task, Instant now) {
        append(command, task, now);
        if (task.lockFor() == null) {
            // a placeholder for the key of the lock
            command.key(QueueKeys.of(task.message().queue()).task(task.message().id()));
        }
    }

    /** Appends three or four keys and six arguments of one task, see {@code include/store}. */
    public static void append(RedisCommand command, NewTask task, Instant now) {
        TaskMessage message = task.message();
        QueueKeys keys = QueueKeys.of(message.queue());
        command.key(keys.task(message.id())).key(target(keys, task)).key(keys.groups());
        boolean unique = task.lockFor() != null;
        if (unique) {
            command.key(message.uniqueKey());
        }
        if (task.placement() instanceof Placement.Scheduled scheduled) {
            command.arg("scheduled").arg(message.id()).arg(message.toBytes()).arg(UnixTime.seconds(scheduled.at()));
        } else if (task.placement() instanceof Placement.InGroup) {
            command.arg("aggregating").arg(message.id()).arg(message.toBytes()).arg(UnixTime.seconds(now));
        } else {
            command.arg("pending").arg(message.id()).arg(message.toBytes()).arg(UnixTime.nanos(now));
        }
        command.arg(message.group()).arg(unique ? task.lockFor().getSeconds() : 0);
    }
}
