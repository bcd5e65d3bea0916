package io.github.asynqee.internal.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.feature.StoreScript;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.internal.redis.script.NewTaskArguments;

/** New tasks of one queue and placement, stored by one script call; or a single task that needs a different script. */
final class StoreBatch {

    private static final int MAX_TASKS = 128;
    private static final int MAX_BYTES = 1_000_000;
    /**
     * Lifetime of the receipt of a replaced group. If its server dies, the group is handled again within minutes, or as
     * soon as another server runs.
     */
    private static final Duration GROUP_RECEIPT_LIFE = Duration.ofHours(6);

    private final QueueKeys keys;
    private final Class<? extends Placement> placement;
    private final String target;
    private final List<NewTask> tasks = new ArrayList<>();
    private final List<byte[]> messages = new ArrayList<>();
    private final List<Integer> positions = new ArrayList<>();
    private int bytes;

    StoreBatch(NewTask first) {
        this.keys = QueueKeys.of(first.message().queue());
        this.placement = first.placement().getClass();
        this.target = NewTaskArguments.target(keys, first);
    }

    boolean accepts(NewTask task) {
        return !isAlone(task) && !isAlone(tasks.get(0)) && tasks.size() < MAX_TASKS && bytes < MAX_BYTES
                && task.placement().getClass() == placement
                && (placement != Placement.InGroup.class || NewTaskArguments.target(keys, task).equals(target));
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

    /** Decodes the code for one task in a script's reply. */
    static StoreResult result(long code) {
        return code == 1 ? new StoreResult.Stored()
                : code == 0 ? new StoreResult.IdTaken() : new StoreResult.Duplicate();
    }

    /** Position of a task in the caller's list. */
    int position(int index) {
        return positions.get(index);
    }

    /** Whether a task is stored by a script for single tasks. */
    private static boolean isAlone(NewTask task) {
        return task.rule() != null;
    }

    /** The results of the tasks. */
    List<StoreResult> results(Object reply) {
        if (tasks.get(0).rule() instanceof StoreScript script) {
            return List.of(script.result(reply));
        }
        return (isAlone(tasks.get(0)) ? List.of(reply) : Replies.list(reply)).stream()
                .map(code -> result(Replies.number(code))).toList();
    }

    RedisCommand toCommand(Instant now) {
        NewTask first = tasks.get(0);
        if (first.rule() instanceof StoreScript script) {
            return script.command(first, now);
        }
        if (first.receipt() != null) {
            return once(first, now);
        }
        RedisCommand command;
        if (placement == Placement.Pending.class) {
            command = RedisCommand.script(EngineScript.ENQUEUE).key(target).arg(UnixTime.nanos(now));
        } else if (placement == Placement.Scheduled.class) {
            command = RedisCommand.script(EngineScript.SCHEDULE).key(target);
        } else {
            command = RedisCommand.script(EngineScript.ADD_TO_GROUP).key(target).key(keys.groups())
                    .arg(UnixTime.seconds(now))
                    .arg(tasks.get(0).message().group());
        }
        tasks.forEach(task -> command.key(keys.task(task.message().id())));
        for (int i = 0; i < tasks.size(); i++) {
            add(command, tasks.get(i), messages.get(i));
        }
        return command;
    }

    private RedisCommand once(NewTask task, Instant now) {
        RedisCommand command = RedisCommand.script(EngineScript.STORE_ONCE).key(keys.groupReceipt(task.receipt()))
                // never too late, because a group that another worker has handled is not acknowledged
                .arg(GROUP_RECEIPT_LIFE.getSeconds()).arg(Long.MAX_VALUE);
        NewTaskArguments.appendFixed(command, task, now);
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
