package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * A task was deleted because it is not wanted any more.
 *
 * @param task the task, as it is now
 * @param at when it happened
 */
public record TaskRevoked(TaskInfo task, Instant at) implements TaskEvent.OfOne {}
