package io.github.asynqee.internal.redis.inspect;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.protocol.QueueKeys;

/**
 * The collection of the tasks of a state, or of a group.
 *
 * @param keys the keys of its queue
 * @param state the state
 * @param group the group, empty for other states than aggregating
 */
record TaskPlace(QueueKeys keys, TaskState state, String group) {

    String key() {
        return state == TaskState.AGGREGATING ? keys.group(group) : RedisInspector.collection(keys, state);
    }

    boolean isList() {
        return state == TaskState.PENDING || state == TaskState.ACTIVE;
    }
}
