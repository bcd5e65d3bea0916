package io.github.asynqee.internal.inspect.repair;

import java.time.Clock;
import java.util.List;

import io.github.asynqee.internal.inspect.queue.FullKey;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;

/**
 * Repairs the queues of blocked tasks of limits. Servers remove entries of tasks that are no longer blocked. After
 * the limit was removed from all servers, such entries remain.
 */
final class LimitLines {

    /** Number of entries per script call. */
    private static final int STEP = 100;

    private LimitLines() {}

    /** Counts stale entries of limit keys that no server checks; removes them if {@code apply} is true. */
    static long left(RedisExecutor executor, QueueKeys keys, Clock clock, boolean apply) {
        return left(executor, keys, clock, apply, "waiting") + left(executor, keys, clock, apply, "looks");
    }

    private static long left(RedisExecutor executor, QueueKeys keys, Clock clock, boolean apply, String set) {
        long left = 0;
        byte[] from = new byte[0];
        do {
            List<?> reply = Replies.list(executor.send(RedisCommand.script(InspectorScript.REPAIR_LINES)
                    .key(keys.limitsWaiting()).key(keys.limitsLooks()).key(keys.limitsTurns()).key(keys.scheduled())
                    .arg(set).arg(from).arg(STEP).arg(keys.taskPrefix())
                    .arg(clock.instant().minus(FullKey.LOOKED_AT).toEpochMilli()).arg(apply ? 1 : 0)));
            from = Replies.bytes(reply.get(0));
            left += Replies.number(reply.get(1));
        } while (from.length > 0);
        return left;
    }
}
