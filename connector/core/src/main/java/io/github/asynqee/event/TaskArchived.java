package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * A task failed for good.
 *
 * @param task the task, as it is now
 * @param at when it happened
 * @param error the text stored with the task
 */
public record TaskArchived(TaskInfo task, Instant at, String error) implements TaskEvent.OfOne {}
