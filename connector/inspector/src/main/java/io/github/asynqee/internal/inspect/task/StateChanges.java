package io.github.asynqee.internal.inspect.task;

import java.time.Clock;
import java.util.List;

import io.github.asynqee.internal.inspect.repair.PendingRemoval;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.lua.Script;

/** Changes the state of single tasks. */
public final class StateChanges {

    private static final int MISSING = -3;
    /** Argument of {@code LREM}. */
    private static final int ALL = 0;

    private final RedisExecutor executor;
    private final Clock clock;

    StateChanges(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    void run(QueueKeys keys, String id) {
        check(keys, id, "run", List.of("it is active", "it is pending already"),
                change(InspectorScript.RUN_TASK, keys, id).arg(UnixTime.nanos(clock.instant())));
    }

    /** @param restorable whether to record the previous state */
    void archive(QueueKeys keys, String id, boolean restorable) {
        check(keys, id, "archived", List.of("it is archived already", "it is active: cancel it instead"),
                ArchiveLimits.add(change(InspectorScript.ARCHIVE_TASK, keys, id).arg(UnixTime.seconds(clock.instant()))
                        .arg(keys.taskPrefix()), clock.instant())
                        .arg(PendingRemoval.prepare(executor, keys, id, 1)).arg(restorable ? 1 : 0));
    }

    void restore(QueueKeys keys, String id) {
        check(keys, id, "restored", List.of("it is not archived", "its previous state is not recorded"),
                change(InspectorScript.RESTORE_TASK, keys, id).arg(UnixTime.nanos(clock.instant())));
    }

    void delete(QueueKeys keys, String id) {
        check(keys, id, "deleted", List.of("it is active: cancel it first"),
                change(InspectorScript.DELETE_TASK, keys, id).arg(PendingRemoval.prepare(executor, keys, id, ALL)));
    }

    /** Returns a script call with the keys of a task and of the collections that may contain it. */
    public static RedisCommand change(Script script, QueueKeys keys, String id) {
        return RedisCommand.script(script).key(keys.task(id)).key(keys.pending()).key(keys.scheduled())
                .key(keys.retry()).key(keys.archived()).key(keys.completed()).key(keys.groups()).arg(id)
                .arg(keys.groupPrefix());
    }

    private void check(QueueKeys keys, String id, String what, List<String> reasons, RedisCommand change) {
        check(keys, id, what, reasons, Replies.number(executor.send(change)));
    }

    /** Throws the exception for the reply of a script: 1 means done, 0 not found, -1, -2 … the given reasons. */
    static void check(QueueKeys keys, String id, String what, List<String> reasons, long reply) {
        if (reply == 0) {
            throw TaskReads.notFound(keys, id);
        }
        if (reply < 0) {
            throw TaskReads.refused(keys, id, what, reason(reasons, reply));
        }
    }

    static String reason(List<String> reasons, long reply) {
        return reply == MISSING ? "it is missing in the list or set of its state" : reasons.get((int) -reply - 1);
    }
}
