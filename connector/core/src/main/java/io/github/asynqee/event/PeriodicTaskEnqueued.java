package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * A periodic task was enqueued by this process.
 *
 * @param task the task, as it is now
 * @param at when it happened
 * @param entry the name of the entry
 * @param tick the time for which it was enqueued
 */
public record PeriodicTaskEnqueued(TaskInfo task, Instant at, String entry, Instant tick) implements TaskEvent.OfOne {}
