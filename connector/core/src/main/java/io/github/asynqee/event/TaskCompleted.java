package io.github.asynqee.event;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * A task succeeded.
 *
 * @param task the task after the event
 * @param at the time of the event
 * @param duration duration of the attempt, from the call of the handler
 */
public record TaskCompleted(TaskInfo task, Instant at, Duration duration) implements TaskEvent.OfOne {}
