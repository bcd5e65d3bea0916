package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * A task was requeued at the head of its queue, without using up a retry, because this server is stopping or cannot run
 * it.
 *
 * @param task the task after the event
 * @param at the time of the event
 */
public record TaskRequeued(TaskInfo task, Instant at) implements TaskEvent.OfOne {}
