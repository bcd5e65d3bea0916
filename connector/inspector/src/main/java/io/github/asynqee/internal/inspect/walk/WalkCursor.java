package io.github.asynqee.internal.inspect.walk;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.inspect.queue.GroupReads;

/**
 * The position of a walk, with the identity of the walk.
 *
 * @param walk the name of the action and filter, followed by the times of the filter
 * @param run the name of the run, empty for a search
 * @param queue the queue
 * @param state the state
 * @param group the group, empty for all other states and for the first group
 * @param scan the cursor of the scan that finds the group
 * @param position the position in the collection, empty for its beginning
 */
record WalkCursor(String walk, String run, String queue, TaskState state, String group, String scan,
        List<String> position) {

    private static final String SEPARATOR = ".";
    private static final String VERSION = "1";
    /** Format with the scan after the group. */
    private static final String VERSION_WITH_SCAN = "2";
    private static final int FIXED_PARTS = 6;

    /** Returns the beginning of a walk. */
    static WalkCursor begin(String walk, String run, TaskState first) {
        return new WalkCursor(walk, run, "", first, "", GroupReads.BEGIN, List.of());
    }

    /** Returns another position of the same walk. */
    WalkCursor at(String newQueue, TaskState newState, String newGroup, String newScan, List<String> newPosition) {
        return new WalkCursor(walk, run, newQueue, newState, newGroup, newScan, newPosition);
    }

    /**
     * Parses a cursor.
     *
     * @throws IllegalArgumentException if the text is not a cursor, or belongs to another walk
     */
    static WalkCursor of(String text, String walk) {
        WalkCursor cursor;
        try {
            List<String> parts = Stream.of(text.split("\\" + SEPARATOR, -1))
                    .map(part -> new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8)).toList();
            boolean scans = parts.get(0).equals(VERSION_WITH_SCAN);
            if (!scans && !parts.get(0).equals(VERSION)) {
                throw new IllegalArgumentException("version " + parts.get(0));
            }
            cursor = new WalkCursor(parts.get(1), parts.get(2), parts.get(3), TaskState.valueOf(parts.get(4)),
                    parts.get(5), scans ? parts.get(FIXED_PARTS) : GroupReads.BEGIN,
                    parts.subList(scans ? FIXED_PARTS + 1 : FIXED_PARTS, parts.size()));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("not the cursor of a search, bulk change or count: " + text, e);
        }
        if (!(cursor.walk + " ").startsWith(walk + " ")) {
            throw new IllegalArgumentException("the cursor is of another action or filter: " + text);
        }
        return cursor;
    }

    /** Formats the cursor as printable text without blanks. */
    String toText() {
        List<String> parts = scan.equals(GroupReads.BEGIN)
                ? List.of(VERSION, walk, run, queue, state.name(), group)
                : List.of(VERSION_WITH_SCAN, walk, run, queue, state.name(), group, scan);
        return Stream.concat(parts.stream(), position.stream())
                .map(part -> Base64.getUrlEncoder().withoutPadding()
                        .encodeToString(part.getBytes(StandardCharsets.UTF_8)))
                .collect(Collectors.joining(SEPARATOR));
    }
}
