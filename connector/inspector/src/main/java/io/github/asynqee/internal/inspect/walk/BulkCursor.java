package io.github.asynqee.internal.inspect.walk;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.TaskState;

/**
 * Where a walk continues, and which walk it is.
 *
 * @param walk the action and the filter, behind it the times of the filter
 * @param run the name of the run
 * @param queue the queue
 * @param state the state
 * @param group the group, empty for all other states and for the first group
 * @param position the position in the collection, empty for its beginning
 */
record BulkCursor(String walk, String run, String queue, TaskState state, String group, List<String> position) {

    private static final String SEPARATOR = ".";
    private static final String VERSION = "1";
    private static final int FIXED_PARTS = 6;

    /**
     * Parses a cursor.
     *
     * @throws IllegalArgumentException if the text is no cursor, or of another walk
     */
    static BulkCursor of(String text, String walk) {
        BulkCursor cursor;
        try {
            List<String> parts = Stream.of(text.split("\\" + SEPARATOR, -1))
                    .map(part -> new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8)).toList();
            if (!parts.get(0).equals(VERSION)) {
                throw new IllegalArgumentException("version " + parts.get(0));
            }
            cursor = new BulkCursor(parts.get(1), parts.get(2), parts.get(3), TaskState.valueOf(parts.get(4)),
                    parts.get(5), parts.subList(FIXED_PARTS, parts.size()));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("not the cursor of a bulk change or count: " + text, e);
        }
        if (!cursor.walk.startsWith(walk + " ")) {
            throw new IllegalArgumentException("the cursor is of another action or filter: " + text);
        }
        return cursor;
    }

    /** Printable text without blanks. */
    String toText() {
        return Stream.concat(Stream.of(VERSION, walk, run, queue, state.name(), group), position.stream())
                .map(part -> Base64.getUrlEncoder().withoutPadding()
                        .encodeToString(part.getBytes(StandardCharsets.UTF_8)))
                .collect(Collectors.joining(SEPARATOR));
    }
}
