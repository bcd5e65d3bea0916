package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * A retry of a task is scheduled, at {@link TaskInfo#nextProcessAt()}.
 *
 * @param task the task after the event
 * @param at the time of the event
 * @param error the text stored with the task
 * @param failure whether the attempt counts as a failure
 */
public record TaskRetried(TaskInfo task, Instant at, String error, boolean failure) implements TaskEvent.OfOne {}
