package io.github.asynqee.internal.redis.inspect;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.protocol.QueueKeys;

/**
 * A place in a search: a collection and a position in it.
 *
 * @param queue the queue
 * @param state the state of the collection's tasks
 * @param group the group; empty for the other states, and for groups that are yet to be listed
 * @param position how many tasks of the collection have been read
 * @param scan the cursor of the scan of groups with which the group is listed
 */
record SearchPlace(String queue, TaskState state, String group, long position, String scan) {

    private static final String SEPARATOR = "\n";

    static SearchPlace of(String cursor) {
        try {
            String[] parts = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8)
                    .split(SEPARATOR, -1);
            return new SearchPlace(parts[0], TaskState.valueOf(parts[1]), parts[2], Long.parseLong(parts[3]), parts[4]);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("not the next page of a search: " + cursor, e);
        }
    }

    static SearchPlace beginOf(String queue, TaskState state) {
        return new SearchPlace(queue, state, "", 0, GroupReads.BEGIN);
    }

    String toCursor() {
        String text = String.join(SEPARATOR, queue, state.name(), group, String.valueOf(position), scan);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    SearchPlace at(long newPosition) {
        return new SearchPlace(queue, state, group, newPosition, scan);
    }

    /** Whether it is a set of groups that are yet to be listed. */
    boolean isListOfGroups() {
        return state == TaskState.AGGREGATING && group.isEmpty();
    }

    String key() {
        QueueKeys keys = QueueKeys.of(queue);
        return state == TaskState.AGGREGATING ? keys.group(group) : RedisInspector.collection(keys, state);
    }
}
