package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * A task whose worker is gone was found, and is tried again or archived: {@link TaskInfo#state()} says which.
 *
 * @param task the task, as it is now
 * @param at when it happened
 * @param recoveries how often that has happened to this task
 */
public record TaskRecovered(TaskInfo task, Instant at, int recoveries) implements TaskEvent.OfOne {}
