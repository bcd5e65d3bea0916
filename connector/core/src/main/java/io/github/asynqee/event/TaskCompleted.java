package io.github.asynqee.event;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * A task succeeded.
 *
 * @param task the task, as it is now
 * @param at when it happened
 * @param duration how long the attempt took, from the call of the handler
 */
public record TaskCompleted(TaskInfo task, Instant at, Duration duration) implements TaskEvent.OfOne {}
