package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * A task went back to the head of its queue at no cost, because this server stops or cannot run it.
 *
 * @param task the task, as it is now
 * @param at when it happened
 */
public record TaskRequeued(TaskInfo task, Instant at) implements TaskEvent.OfOne {}
