package io.github.asynqee.event;

import java.time.Instant;

import io.github.asynqee.TaskInfo;

/**
 * A change of a task made by this process (protocol section 7.5). Except for {@link TaskStarted} and {@link
 * TaskFailed}, an event is published after the change is stored in Redis; there is no event for a change that could not
 * be stored.
 */
public sealed interface TaskEvent permits TaskEvent.OfOne, TasksAggregated {

    /** @return the time of the event */
    Instant at();

    /** An event of a single task. */
    sealed interface OfOne extends TaskEvent
            permits TaskEnqueued, TaskStarted, TaskCompleted, TaskFailed, TaskRetried, TaskArchived, TaskRevoked,
            TaskRequeued, TaskRecovered,
            PeriodicTaskEnqueued {

        /** @return the task after the change */
        TaskInfo task();
    }
}
