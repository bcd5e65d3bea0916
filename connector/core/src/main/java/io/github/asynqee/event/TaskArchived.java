package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * A task failed permanently and was archived.
 *
 * @param task the task after the event
 * @param at the time of the event
 * @param error the text stored with the task
 */
public record TaskArchived(TaskInfo task, Instant at, String error) implements TaskEvent.OfOne {}
