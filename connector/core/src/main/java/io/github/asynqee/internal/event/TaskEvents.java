package io.github.asynqee.internal.event;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.event.TaskArchived;
import io.github.asynqee.event.TaskCompleted;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.event.TaskFailed;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.event.TaskRecovered;
import io.github.asynqee.event.TaskRequeued;
import io.github.asynqee.event.TaskRetried;
import io.github.asynqee.event.TaskRevoked;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.protocol.TaskMessage;

/** Tells a listener what happens to tasks. What the listener throws is logged and harms nothing. */
public final class TaskEvents {

    private static final Logger LOG = System.getLogger(TaskEvents.class.getName());

    private final TaskListener listener;
    private final Clock clock;

    /**
     * Creates the teller.
     *
     * @param listener who is told
     * @param clock when it happens
     */
    public TaskEvents(TaskListener listener, Clock clock) {
        this.listener = listener;
        this.clock = clock;
    }

    /**
     * An attempt failed.
     *
     * @param message the task
     * @param error why
     */
    public void failed(TaskMessage message, Throwable error) {
        tell(() -> new TaskFailed(message.toInfo(TaskState.ACTIVE, null), clock.instant(), error));
    }

    /**
     * An outcome is written.
     *
     * @param message the task as it was before
     * @param outcome what became of it
     * @param duration how long the attempt took
     */
    public void written(TaskMessage message, Outcome outcome, Duration duration) {
        tell(() -> {
            Instant now = clock.instant();
            TaskInfo task = after(message, outcome, now);
            if (outcome instanceof Outcome.Retry retry) {
                return new TaskRetried(task, now, task.lastError(), retry.failure());
            } else if (outcome instanceof Outcome.Archive) {
                return new TaskArchived(task, now, task.lastError());
            } else if (outcome instanceof Outcome.Revoke) {
                return new TaskRevoked(task, now);
            } else if (outcome instanceof Outcome.Requeue) {
                return new TaskRequeued(task, now);
            }
            return new TaskCompleted(task, now, duration);
        });
    }

    /**
     * A task whose worker is gone was dealt with. What became of it is told as well.
     *
     * @param message the task as it was before
     * @param outcome what became of it
     * @param recoveries how often that has happened to this task
     */
    public void recovered(TaskMessage message, Outcome outcome, int recoveries) {
        tell(() -> {
            Instant now = clock.instant();
            return new TaskRecovered(after(message, outcome, now), now, recoveries);
        });
        written(message, outcome, Duration.ZERO);
    }

    /**
     * Something else happened.
     *
     * @param event makes the event; not called if nobody listens
     */
    public void tell(Supplier<TaskEvent> event) {
        if (listener == TaskListener.NONE) {
            return;
        }
        try {
            listener.on(event.get());
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "a listener to what happens to tasks failed", e);
        }
    }

    /** The task as it is after an outcome. One that is gone looks as it would if it had been kept. */
    private static TaskInfo after(TaskMessage message, Outcome outcome, Instant now) {
        if (outcome instanceof Outcome.Retry retry) {
            return message.failed(retry.error(), now, retry.failure()).toInfo(TaskState.RETRY,
                    Instant.ofEpochSecond(retry.at().getEpochSecond()));
        } else if (outcome instanceof Outcome.Archive archive) {
            return message.failed(archive.error(), now, false).toInfo(TaskState.ARCHIVED, null);
        } else if (outcome instanceof Outcome.Revoke) {
            return message.toInfo(TaskState.ACTIVE, null);
        } else if (outcome instanceof Outcome.Requeue) {
            return message.toInfo(TaskState.PENDING, now);
        }
        return message.completed(now).toInfo(TaskState.COMPLETED, null);
    }
}
