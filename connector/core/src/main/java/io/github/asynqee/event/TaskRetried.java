package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * A task that failed will be tried again, at {@link TaskInfo#nextProcessAt()}.
 *
 * @param task the task, as it is now
 * @param at when it happened
 * @param error the text stored with the task
 * @param failure whether the attempt counts as a failure
 */
public record TaskRetried(TaskInfo task, Instant at, String error, boolean failure) implements TaskEvent.OfOne {}
