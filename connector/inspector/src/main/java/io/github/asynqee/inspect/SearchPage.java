package io.github.asynqee.inspect;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A part of the result of a search.
 *
 * @param tasks the tasks found
 * @param examined the number of tasks that were read for it
 * @param next where the search continues, {@code null} at its end
 */
public record SearchPage(List<InspectedTask> tasks, long examined, @Nullable String next) {}
