package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * An attempt starts: the task is active and its handler is called next. Each task of a group has its own event. Published
 * at once.
 *
 * @param task the task
 * @param at the time of the event
 */
public record TaskStarted(TaskInfo task, Instant at) implements TaskEvent.OfOne {}
