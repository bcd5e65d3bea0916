package io.github.asynqee.internal.inspect.walk;

import java.time.Clock;

import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.inspect.task.ArchiveLimits;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;
import redis.clients.jedis.Protocol.Command;

/** Changes all tasks that are in a collection when the change begins, in chunks. */
public final class BulkChanges {

    /** Tasks per call, so that a call takes Redis only a few milliseconds. */
    private static final int BATCH = 250;

    private final RedisExecutor executor;
    private final Clock clock;

    public BulkChanges(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    /**
     * A list or zset of tasks.
     *
     * @param keys the keys of its queue
     * @param key its own key
     * @param group the group, empty if it holds the tasks of a state
     */
    public record Tasks(QueueKeys keys, String key, String group) {

        private boolean isList() {
            return key.equals(keys.pending());
        }
    }

    /** Creates a command for a chunk of at most the given number of tasks. */
    private interface Batch {
        RedisCommand of(int tasks);
    }

    int run(Tasks tasks) {
        QueueKeys keys = tasks.keys();
        return inBatches(tasks,
                size -> RedisCommand.script(InspectorScript.RUN_TASKS).key(tasks.key()).key(keys.pending())
                        .key(keys.groups()).arg(keys.taskPrefix()).arg(size).arg(UnixTime.nanos(clock.instant()))
                        .arg(tasks.group()));
    }

    int archive(Tasks tasks) {
        QueueKeys keys = tasks.keys();
        return inBatches(tasks,
                size -> ArchiveLimits.add(RedisCommand.script(InspectorScript.ARCHIVE_TASKS).key(tasks.key())
                        .key(keys.archived()).key(keys.groups()).arg(keys.taskPrefix()).arg(size)
                        .arg(UnixTime.seconds(clock.instant())).arg(tasks.group()), clock.instant()));
    }

    /** Deletes all tasks; returns their number. */
    public int delete(Tasks tasks) {
        QueueKeys keys = tasks.keys();
        return inBatches(tasks,
                size -> RedisCommand.script(InspectorScript.DELETE_TASKS).key(tasks.key()).key(keys.groups())
                        .key(keys.aggregationSets()).arg(keys.taskPrefix()).arg(size).arg(tasks.group()));
    }

    /** Always sends at least one command, which removes an empty group from the list of groups. */
    private int inBatches(Tasks tasks, Batch batch) {
        int left = (int) Replies.number(executor.send(
                RedisCommand.command(tasks.isList() ? Command.LLEN : Command.ZCARD).key(tasks.key())));
        int done = 0;
        int taken;
        do {
            taken = (int) Replies.number(executor.send(batch.of(Math.min(Math.max(left, 1), BATCH))));
            done += taken;
            left -= taken;
        } while (taken > 0 && left > 0);
        return done;
    }
}
