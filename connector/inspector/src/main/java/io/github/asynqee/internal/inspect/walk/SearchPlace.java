package io.github.asynqee.internal.inspect.walk;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.inspect.queue.GroupReads;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.protocol.QueueKeys;

/**
 * A place in a search: a collection and a position in it.
 *
 * @param queue the queue
 * @param state the state of the collection's tasks
 * @param group the group; empty for the other states
 * @param position how many tasks of the collection have been read, negative for groups that are yet to be listed
 * @param scan the cursor of the scan of groups with which the group is listed
 */
record SearchPlace(String queue, TaskState state, String group, long position, String scan) {

    private static final String SEPARATOR = ".";
    private static final long TO_BE_LISTED = -1;

    static SearchPlace of(String cursor) {
        try {
            List<String> parts = Stream.of(cursor.split("\\" + SEPARATOR, -1))
                    .map(part -> new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8)).toList();
            return new SearchPlace(parts.get(0), TaskState.valueOf(parts.get(1)), parts.get(2),
                    Long.parseLong(parts.get(3)), parts.get(4));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("not the next page of a search: " + cursor, e);
        }
    }

    static SearchPlace beginOf(String queue, TaskState state) {
        return new SearchPlace(queue, state, "", 0, GroupReads.BEGIN);
    }

    static SearchPlace groupsOf(String queue, String scan) {
        return new SearchPlace(queue, TaskState.AGGREGATING, "", TO_BE_LISTED, scan);
    }

    /** Each part on its own: names of queues and groups may have any characters. */
    String toCursor() {
        return Stream.of(queue, state.name(), group, String.valueOf(position), scan)
                .map(part -> Base64.getUrlEncoder().withoutPadding()
                        .encodeToString(part.getBytes(StandardCharsets.UTF_8)))
                .collect(Collectors.joining(SEPARATOR));
    }

    SearchPlace at(long newPosition) {
        return new SearchPlace(queue, state, group, newPosition, scan);
    }

    /** Whether it is a set of groups that are yet to be listed. */
    boolean isListOfGroups() {
        return state == TaskState.AGGREGATING && position < 0;
    }

    TaskPlace collection() {
        return new TaskPlace(QueueKeys.of(queue), state, group);
    }
}
