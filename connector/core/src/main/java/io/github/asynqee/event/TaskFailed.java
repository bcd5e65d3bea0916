package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * An attempt failed, for whatever reason: an error of the handler, a timeout, a cancellation. Told at once; what becomes of
 * the task is told by another event, when Redis has it: {@link TaskRetried}, {@link TaskArchived} or {@link TaskRevoked}.
 *
 * @param task the task, as it is now
 * @param at when it happened
 * @param error why
 */
public record TaskFailed(TaskInfo task, Instant at, Throwable error) implements TaskEvent.OfOne {}
