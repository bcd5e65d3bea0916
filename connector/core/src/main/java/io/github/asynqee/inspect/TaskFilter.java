package io.github.asynqee.inspect;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;

/**
 * What tasks a search finds: those that fulfil all conditions that are set. Texts are compared without regard to case.
 *
 * @param queues the queues; empty for all
 * @param states the states; empty for all
 * @param id part of the ID, empty for any
 * @param type beginning of the type, empty for any
 * @param payload part of the payload, read as UTF-8, empty for any
 * @param error part of the last error, empty for any
 * @param header part of a header, written as {@code name=value}, empty for any
 * @param failedBefore the last failure was before this time, {@code null} for any
 */
public record TaskFilter(Set<String> queues, Set<TaskState> states, String id, String type, String payload,
        String error,
        String header, Instant failedBefore) {

    /** Finds all tasks. */
    public static final TaskFilter ALL = new TaskFilter(Set.of(), Set.of(), "", "", "", "", "", null);

    /** Copies the sets. */
    public TaskFilter {
        queues = Set.copyOf(queues);
        states = states.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(states));
        for (String text : new String[]{ id, type, payload, error, header }) {
            Objects.requireNonNull(text, "texts must not be null: empty is any");
        }
    }

    /**
     * The same filter for some queues.
     *
     * @param names the queues; none for all
     * @return the filter
     */
    public TaskFilter inQueues(String... names) {
        return new TaskFilter(Set.of(names), states, id, type, payload, error, header, failedBefore);
    }

    /**
     * The same filter for some states.
     *
     * @param some the states; none for all
     * @return the filter
     */
    public TaskFilter inStates(TaskState... some) {
        return new TaskFilter(queues, Set.of(some), id, type, payload, error, header, failedBefore);
    }

    /**
     * The same filter with a part of the ID.
     *
     * @param part the part, empty for any
     * @return the filter
     */
    public TaskFilter withId(String part) {
        return new TaskFilter(queues, states, part, type, payload, error, header, failedBefore);
    }

    /**
     * The same filter with a beginning of the type.
     *
     * @param prefix the beginning, empty for any
     * @return the filter
     */
    public TaskFilter withType(String prefix) {
        return new TaskFilter(queues, states, id, prefix, payload, error, header, failedBefore);
    }

    /**
     * The same filter with a part of the payload.
     *
     * @param part the part, empty for any
     * @return the filter
     */
    public TaskFilter withPayload(String part) {
        return new TaskFilter(queues, states, id, type, part, error, header, failedBefore);
    }

    /**
     * The same filter with a part of the last error.
     *
     * @param part the part, empty for any
     * @return the filter
     */
    public TaskFilter withError(String part) {
        return new TaskFilter(queues, states, id, type, payload, part, header, failedBefore);
    }

    /**
     * The same filter with a part of a header.
     *
     * @param part part of {@code name=value}, empty for any
     * @return the filter
     */
    public TaskFilter withHeader(String part) {
        return new TaskFilter(queues, states, id, type, payload, error, part, failedBefore);
    }

    /**
     * The same filter for failures before a time.
     *
     * @param time the time, {@code null} for any
     * @return the filter
     */
    public TaskFilter failedBefore(Instant time) {
        return new TaskFilter(queues, states, id, type, payload, error, header, time);
    }

    /**
     * Whether a task fulfils the conditions on its content; queue and state are not looked at.
     *
     * @param task the task
     * @return true if it does
     */
    public boolean matches(InspectedTask task) {
        TaskInfo info = task.info();
        return contains(info.id(), id) && info.type().regionMatches(true, 0, type, 0, type.length())
                && (payload.isEmpty() || contains(new String(info.payload(), StandardCharsets.UTF_8), payload))
                && contains(info.lastError(), error)
                && (header.isEmpty() || info.headers().entrySet().stream()
                        .anyMatch(entry -> contains(entry.getKey() + "=" + entry.getValue(), header)))
                && (failedBefore == null || info.lastFailedAt() != null && info.lastFailedAt().isBefore(failedBefore));
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
