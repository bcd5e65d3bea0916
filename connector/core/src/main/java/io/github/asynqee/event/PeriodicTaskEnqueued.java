package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * This process enqueued a periodic task.
 *
 * @param task the task after the event
 * @param at the time of the event
 * @param entry the name of the entry
 * @param tick the tick for which it was enqueued
 */
public record PeriodicTaskEnqueued(TaskInfo task, Instant at, String entry, Instant tick) implements TaskEvent.OfOne {}
