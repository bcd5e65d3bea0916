package io.github.asynqee.internal.inspect.queue;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import redis.clients.jedis.Protocol.Command;

/**
 * The collection of tasks in a state or a group.
 *
 * @param keys the keys of its queue
 * @param state the state
 * @param group the group, empty for states other than aggregating
 */
public record TaskPlace(QueueKeys keys, TaskState state, String group) {

    /** The key of the collection. */
    public String key() {
        return switch (state) {
            case PENDING -> keys.pending();
            case ACTIVE -> keys.active();
            case SCHEDULED -> keys.scheduled();
            case RETRY -> keys.retry();
            case ARCHIVED -> keys.archived();
            case COMPLETED -> keys.completed();
            case AGGREGATING -> keys.group(group);
        };
    }

    /** Whether it is a list; otherwise it is a zset. */
    public boolean isList() {
        return state == TaskState.PENDING || state == TaskState.ACTIVE;
    }

    /** Returns a command that counts its tasks. */
    public RedisCommand size() {
        return RedisCommand.command(isList() ? Command.LLEN : Command.ZCARD).key(key());
    }
}
