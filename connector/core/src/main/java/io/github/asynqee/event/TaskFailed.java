package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * An attempt failed: the handler threw an exception, timed out or was cancelled. Published at once.
 * {@link TaskRetried}, {@link TaskArchived} or {@link TaskRevoked} follows when the outcome is stored in Redis.
 *
 * @param task the task after the event
 * @param at the time of the event
 * @param error the reason
 */
public record TaskFailed(TaskInfo task, Instant at, Throwable error) implements TaskEvent.OfOne {}
