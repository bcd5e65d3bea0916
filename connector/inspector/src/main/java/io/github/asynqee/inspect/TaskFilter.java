package io.github.asynqee.inspect;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * Selects tasks for a search or a bulk change. A task must meet all conditions that are set. Parts of texts are
 * compared case-insensitively.
 *
 * @param queues the queues; empty for all
 * @param states the states; empty for all
 * @param id part of the ID, empty for any
 * @param type beginning of the type, empty for any
 * @param exactType the exact type, case-sensitive, empty for any
 * @param group the exact name of the group, case-sensitive, empty for any
 * @param payload part of the payload, read as UTF-8, empty for any
 * @param error part of the last error, empty for any
 * @param header part of a header, written as {@code name=value}, empty for any
 * @param minRetried the minimum number of retries so far, 0 for any
 * @param failedBefore the last failure was before this time, {@code null} for any
 * @param notAfter {@link InspectedTask#since()} is not after this time, {@code null} for any
 */
public record TaskFilter(Set<String> queues, Set<TaskState> states, String id, String type, String exactType,
        String group, String payload, String error, String header, int minRetried, @Nullable Instant failedBefore,
        @Nullable Instant notAfter) {

    /** Matches all tasks. */
    public static final TaskFilter ALL = new TaskFilter(Set.of(), Set.of(), "", "", "", "", "", "", "", 0, null, null);

    /** Copies the sets. */
    public TaskFilter {
        queues = Set.copyOf(queues);
        states = states.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(states));
        for (String text : new String[]{ id, type, exactType, group, payload, error, header }) {
            Objects.requireNonNull(text, "texts must not be null: empty is any");
        }
        if (minRetried < 0) {
            throw new IllegalArgumentException("minRetried must not be negative: " + minRetried);
        }
    }

    /** Mutable copy of a filter, for deriving another filter. */
    private static final class Draft {
        private Set<String> queues;
        private Set<TaskState> states;
        private String id;
        private String type;
        private String exactType;
        private String group;
        private String payload;
        private String error;
        private String header;
        private int minRetried;
        private @Nullable Instant failedBefore;
        private @Nullable Instant notAfter;

        private Draft(TaskFilter from) {
            queues = from.queues;
            states = from.states;
            id = from.id;
            type = from.type;
            exactType = from.exactType;
            group = from.group;
            payload = from.payload;
            error = from.error;
            header = from.header;
            minRetried = from.minRetried;
            failedBefore = from.failedBefore;
            notAfter = from.notAfter;
        }
    }

    private TaskFilter with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new TaskFilter(draft.queues, draft.states, draft.id, draft.type, draft.exactType, draft.group,
                draft.payload, draft.error, draft.header, draft.minRetried, draft.failedBefore, draft.notAfter);
    }

    /**
     * Returns this filter with other queues.
     *
     * @param names the queues; none for all
     * @return the filter
     */
    public TaskFilter inQueues(String... names) {
        return with(draft -> draft.queues = Set.of(names));
    }

    /**
     * Returns this filter with other states.
     *
     * @param some the states; none for all
     * @return the filter
     */
    public TaskFilter inStates(TaskState... some) {
        return with(draft -> draft.states = Set.of(some));
    }

    /**
     * Returns this filter for the tasks of a group, including tasks that have already left the group to run.
     *
     * @param name the name of the group, empty for any
     * @return the filter
     */
    public TaskFilter inGroup(String name) {
        return with(draft -> draft.group = name);
    }

    /**
     * Returns this filter with a part of the ID.
     *
     * @param part the part, empty for any
     * @return the filter
     */
    public TaskFilter withId(String part) {
        return with(draft -> draft.id = part);
    }

    /**
     * Returns this filter with a beginning of the type.
     *
     * @param prefix the beginning, empty for any
     * @return the filter
     */
    public TaskFilter withType(String prefix) {
        return with(draft -> draft.type = prefix);
    }

    /**
     * Returns this filter with an exact type.
     *
     * @param name the type, case-sensitive, empty for any
     * @return the filter
     */
    public TaskFilter withExactType(String name) {
        return with(draft -> draft.exactType = name);
    }

    /**
     * Returns this filter with a part of the payload.
     *
     * @param part the part, empty for any
     * @return the filter
     */
    public TaskFilter withPayload(String part) {
        return with(draft -> draft.payload = part);
    }

    /**
     * Returns this filter with a part of the last error.
     *
     * @param part the part, empty for any
     * @return the filter
     */
    public TaskFilter withError(String part) {
        return with(draft -> draft.error = part);
    }

    /**
     * Returns this filter with a part of a header.
     *
     * @param part part of {@code name=value}, empty for any
     * @return the filter
     */
    public TaskFilter withHeader(String part) {
        return with(draft -> draft.header = part);
    }

    /**
     * Returns this filter with a minimum number of retries.
     *
     * @param times the minimum number of retries, 0 for any
     * @return the filter
     * @throws IllegalArgumentException if it is negative
     */
    public TaskFilter withMinRetried(int times) {
        return with(draft -> draft.minRetried = times);
    }

    /**
     * Returns this filter for tasks whose last failure was before a time.
     *
     * @param time the time, {@code null} for any
     * @return the filter
     */
    public TaskFilter failedBefore(@Nullable Instant time) {
        return with(draft -> draft.failedBefore = time);
    }

    /**
     * Returns this filter for tasks whose {@link InspectedTask#since()} is not after a time. A task with an unknown
     * time does not match. For a scheduled task it is the scheduled time, so a task scheduled for the future does not
     * match a time in the past.
     *
     * @param time the time, {@code null} for any
     * @return the filter
     */
    public TaskFilter notAfter(@Nullable Instant time) {
        return with(draft -> draft.notAfter = time);
    }

    /**
     * Returns whether a task meets the conditions on its content. Ignores the conditions on queue and state.
     *
     * @param task the task
     * @return true if the task matches
     */
    public boolean matches(InspectedTask task) {
        TaskInfo info = task.info();
        return contains(info.id(), id) && info.type().regionMatches(true, 0, type, 0, type.length())
                && (exactType.isEmpty() || info.type().equals(exactType))
                && (group.isEmpty() || info.group().equals(group))
                && (payload.isEmpty() || contains(new String(info.payload(), StandardCharsets.UTF_8), payload))
                && contains(info.lastError(), error)
                && (header.isEmpty() || info.headers().entrySet().stream()
                        .anyMatch(entry -> contains(entry.getKey() + "=" + entry.getValue(), header)))
                && (minRetried == 0 || info.retried() >= minRetried)
                && (failedBefore == null || info.lastFailedAt() != null && info.lastFailedAt().isBefore(failedBefore))
                && (notAfter == null || task.since() != null && !task.since().isAfter(notAfter));
    }

    private static boolean contains(String text, String part) {
        if (part.isEmpty()) {
            return true;
        }
        for (int i = 0; i <= text.length() - part.length(); i++) {
            if (text.regionMatches(true, i, part, 0, part.length())) {
                return true;
            }
        }
        return false;
    }
}
