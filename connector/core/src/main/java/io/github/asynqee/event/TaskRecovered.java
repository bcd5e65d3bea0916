package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * The lease of a task expired because its worker died. The task is retried or archived, see {@link TaskInfo#state()}.
 *
 * @param task the task after the event
 * @param at the time of the event
 * @param recoveries number of recoveries of this task so far, since its {@linkplain io.github.asynqee.Checkpoint checkpoint}
 *        advanced last
 */
public record TaskRecovered(TaskInfo task, Instant at, int recoveries) implements TaskEvent.OfOne {}
