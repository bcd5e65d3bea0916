package io.github.asynqee.inspect;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A part of the result of a search.
 *
 * @param tasks the tasks found
 * @param examined number of tasks read
 * @param next cursor for the next page, {@code null} at the end
 */
public record SearchPage(List<InspectedTask> tasks, long examined, @Nullable String next) {}
