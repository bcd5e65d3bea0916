package io.github.asynqee.inspect;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A group with waiting tasks.
 *
 * @param group the group's name
 * @param size the number of tasks waiting in the group, without staged tasks
 */
public record GroupInfo(String group, int size) {

    /**
     * A part of the groups of a queue.
     *
     * @param groups the groups, sorted by name within this part
     * @param next cursor for the next part, {@code null} at the end
     */
    public record Page(List<GroupInfo> groups, @Nullable String next) {}
}
