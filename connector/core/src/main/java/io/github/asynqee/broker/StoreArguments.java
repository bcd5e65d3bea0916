package io.github.asynqee.broker;

import java.time.Instant;

import io.github.asynqee.broker.NewTask.Placement;
import io.github.asynqee.protocol.QueueKeys;
import io.github.asynqee.protocol.TaskMessage;

/** A new task among the keys and arguments of a script that does something else besides: see {@code include/store}. */
final class StoreArguments {

    private StoreArguments() {}

    /** Adds three or four keys after those there are, and the first six arguments. */
    static void append(RedisCall call, NewTask task, Instant now) {
        TaskMessage message = task.message();
        QueueKeys keys = QueueKeys.of(message.queue());
        call.key(keys.task(message.id()));
        String state;
        long when;
        if (task.placement() instanceof Placement.Scheduled scheduled) {
            call.key(keys.scheduled());
            state = "scheduled";
            when = Times.seconds(scheduled.at());
        } else if (task.placement() instanceof Placement.InGroup) {
            call.key(keys.group(message.group()));
            state = "aggregating";
            when = Times.seconds(now);
        } else {
            call.key(keys.pending());
            state = "pending";
            when = Times.nanos(now);
        }
        call.key(keys.groups());
        if (task.lockFor() != null) {
            call.key(message.uniqueKey());
        }
        call.arg(state).arg(message.id()).arg(message.toBytes()).arg(when).arg(message.group())
                .arg(task.lockFor() == null ? 0 : task.lockFor().getSeconds());
    }
}
