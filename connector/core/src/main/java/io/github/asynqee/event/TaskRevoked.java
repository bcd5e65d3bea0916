package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * A task was deleted because it is no longer wanted.
 *
 * @param task the task after the event
 * @param at the time of the event
 */
public record TaskRevoked(TaskInfo task, Instant at) implements TaskEvent.OfOne {}
