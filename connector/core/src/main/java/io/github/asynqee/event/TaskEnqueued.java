package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * A client of this process has stored a task. Tasks of periodic entries have {@link PeriodicTaskEnqueued} instead.
 *
 * @param task the task
 * @param at the time of the event
 */
public record TaskEnqueued(TaskInfo task, Instant at) implements TaskEvent.OfOne {}
