package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * Something that happened to a task in this process (protocol section 7.5). But for {@link TaskFailed} an event is told
 * when Redis has it: what was lost on the way there is not told.
 */
public sealed interface TaskEvent permits TaskEvent.OfOne, TasksAggregated {

    /** @return when it happened */
    Instant at();

    /** What happened to one task. */
    sealed interface OfOne extends TaskEvent
            permits TaskCompleted, TaskFailed, TaskRetried, TaskArchived, TaskRevoked, TaskRequeued, TaskRecovered,
            PeriodicTaskEnqueued {

        /** @return the task, as it is after the event */
        TaskInfo task();
    }
}
