package io.github.asynqee.internal.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Script;
import io.github.asynqee.internal.redis.connection.UnixTime;

/** New tasks of one queue and placement, stored by one script call. */
final class StoreBatch {

    private static final int MAX_TASKS = 128;
    private static final int MAX_BYTES = 1_000_000;

    private final QueueKeys keys;
    private final Class<? extends Placement> placement;
    private final String group;
    private final List<NewTask> tasks = new ArrayList<>();
    private final List<byte[]> messages = new ArrayList<>();
    private final List<Integer> positions = new ArrayList<>();
    private int bytes;

    StoreBatch(NewTask first) {
        this.keys = QueueKeys.of(first.message().queue());
        this.placement = first.placement().getClass();
        this.group = groupOf(first);
    }

    private static String groupOf(NewTask task) {
        return task.placement() instanceof Placement.InGroup ? task.message().group() : "";
    }

    boolean accepts(NewTask task) {
        return tasks.size() < MAX_TASKS && bytes < MAX_BYTES && task.placement().getClass() == placement
                && groupOf(task).equals(group);
    }

    void add(NewTask task, int position) {
        byte[] message = task.message().toBytes();
        tasks.add(task);
        messages.add(message);
        positions.add(position);
        bytes += message.length;
    }

    int size() {
        return tasks.size();
    }

    /** Position of a task in the caller's list. */
    int position(int index) {
        return positions.get(index);
    }

    RedisCommand toCommand(Instant now) {
        RedisCommand command;
        if (placement == Placement.Pending.class) {
            command = RedisCommand.script(Script.ENQUEUE).key(keys.pending()).arg(UnixTime.nanos(now));
        } else if (placement == Placement.Scheduled.class) {
            command = RedisCommand.script(Script.SCHEDULE).key(keys.scheduled());
        } else {
            command = RedisCommand.script(Script.ADD_TO_GROUP).key(keys.group(group)).key(keys.groups())
                    .arg(UnixTime.seconds(now)).arg(group);
        }
        tasks.forEach(task -> command.key(keys.task(task.message().id())));
        for (int i = 0; i < tasks.size(); i++) {
            add(command, tasks.get(i), messages.get(i));
        }
        return command;
    }

    private static void add(RedisCommand command, NewTask task, byte[] message) {
        boolean unique = task.lockFor() != null;
        if (unique) {
            command.key(task.message().uniqueKey());
        }
        command.arg(task.message().id()).arg(message).arg(unique ? command.keyCount() : 0)
                .arg(unique ? task.lockFor().getSeconds() : 0);
        if (task.placement() instanceof Placement.Scheduled scheduled) {
            command.arg(UnixTime.seconds(scheduled.at()));
        }
    }
}
