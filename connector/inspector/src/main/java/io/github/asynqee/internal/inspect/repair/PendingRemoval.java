package io.github.asynqee.internal.inspect.repair;

import java.util.List;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import redis.clients.jedis.Protocol.Command;

/**
 * Prepares the removal of an ID from a long pending list. Redis searches a list element by element from one end, 20
 * ns each. Therefore an ID far from both ends is first swapped with the newest ID, which takes two steps to known
 * positions.
 */
public final class PendingRemoval {

    /** Maximum distance from an end for which Redis may search. */
    private static final int NEAR = 50_000;
    /** Number of IDs per read. */
    private static final int WINDOW = 10_000;
    /** Maximum distance that an ID can move between two calls, because workers take tasks from the end of the list. */
    private static final int SLACK = 500;

    private PendingRemoval() {}

    /**
     * Prepares the removal, if the task is pending in a long list.
     *
     * @param executor sends commands
     * @param keys the queue
     * @param id the task's ID
     * @param whenShort the argument of {@code LREM} if nothing needs to be prepared
     * @return the argument of {@code LREM}, which is the end to search from and the maximum number of removals
     */
    public static long prepare(RedisExecutor executor, QueueKeys keys, String id, int whenShort) {
        List<Reply> replies = executor.send(List.of(RedisCommand.command(Command.HGET).key(keys.task(id)).arg("state"),
                RedisCommand.command(Command.LLEN).key(keys.pending())));
        long size = Replies.number(replies.get(1).get());
        return size <= NEAR || !TaskState.PENDING.wireName().equals(Replies.text(replies.get(0).get())) ? whenShort
                : inLongList(executor, keys, id, size);
    }

    /** Like {@link #prepare}, for an ID in the pending list whose task may have any state. */
    static long prepareDamaged(RedisExecutor executor, QueueKeys keys, String id) {
        long size = Replies.number(executor.send(RedisCommand.command(Command.LLEN).key(keys.pending())));
        return size <= NEAR ? 1 : inLongList(executor, keys, id, size);
    }

    private static long inLongList(RedisExecutor executor, QueueKeys keys, String id, long size) {
        if (isNear(executor, keys, id, 1)) {
            return 1;
        } else if (isNear(executor, keys, id, -1)) {
            return -1;
        }
        for (long distance = size - NEAR + SLACK; distance > 0; distance -= WINDOW - SLACK) {
            List<?> ids = Replies.list(executor.send(RedisCommand.command(Command.LRANGE).key(keys.pending())
                    .arg(-distance).arg(Math.min(-1, WINDOW - 1 - distance))));
            int at = ids.stream().map(Replies::text).toList().indexOf(id);
            if (at >= 0 && swap(executor, keys, id, distance - at)) {
                return 1;
            }
        }
        return 1;
    }

    /** Searches around the position at which the ID was seen, counted from the right end. */
    private static boolean swap(RedisExecutor executor, QueueKeys keys, String id, long distance) {
        return Replies
                .number(executor.send(RedisCommand.script(InspectorScript.SWAP_WITH_NEWEST).key(keys.pending()).arg(id)
                        .arg(distance + SLACK).arg(2 * SLACK))) == 1;
    }

    private static boolean isNear(RedisExecutor executor, QueueKeys keys, String id, int rank) {
        return executor.send(RedisCommand.command(Command.LPOS).key(keys.pending()).arg(id).arg("RANK").arg(rank)
                .arg("MAXLEN").arg(NEAR)) != null;
    }
}
