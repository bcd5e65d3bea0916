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
import io.github.asynqee.event.TaskEnqueued;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.event.TaskFailed;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.event.TaskRecovered;
import io.github.asynqee.event.TaskRequeued;
import io.github.asynqee.event.TaskRetried;
import io.github.asynqee.event.TaskRevoked;
import io.github.asynqee.event.TaskStarted;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.feature.EngineFeature;
import io.github.asynqee.internal.protocol.TaskMessage;

/** Passes events to the listener, and written outcomes to the features. An exception of the listener is logged and has no other effect. */
public final class TaskEvents {

    private static final Logger LOG = System.getLogger(TaskEvents.class.getName());

    private final TaskListener listener;
    private final Clock clock;
    private final Runnable onRecovered;
    private final EngineFeature features;

    /**
     * Creates the source of events.
     *
     * @param listener receives the events
     * @param clock the clock of the events' times
     */
    public TaskEvents(TaskListener listener, Clock clock) {
        this(listener, clock, () -> {}, EngineFeature.NONE);
    }

    /**
     * Creates the source of events.
     *
     * @param listener receives the events
     * @param clock the clock of the events' times
     * @param onRecovered called for each recovered task
     * @param features receive each written outcome
     */
    public TaskEvents(TaskListener listener, Clock clock, Runnable onRecovered, EngineFeature features) {
        this.listener = listener;
        this.clock = clock;
        this.onRecovered = onRecovered;
        this.features = features;
    }

    /**
     * A task was stored by a client.
     *
     * @param task the task
     */
    public void enqueued(TaskInfo task) {
        emit(TaskEnqueued.class, () -> new TaskEnqueued(task, clock.instant()));
    }

    /**
     * An attempt starts.
     *
     * @param message the task
     */
    public void started(TaskMessage message) {
        emit(TaskStarted.class, () -> new TaskStarted(message.toInfo(TaskState.ACTIVE, null), clock.instant()));
    }

    /**
     * An attempt failed.
     *
     * @param message the task
     * @param error the failure
     */
    public void failed(TaskMessage message, Throwable error) {
        emit(TaskFailed.class, () -> new TaskFailed(message.toInfo(TaskState.ACTIVE, null), clock.instant(), error));
    }

    /**
     * An outcome is written.
     *
     * @param message the task before the outcome
     * @param outcome the outcome
     * @param duration duration of the attempt
     */
    public void written(TaskMessage message, Outcome outcome, Duration duration) {
        features.written(message, outcome, duration);
        emit(typeOf(outcome), () -> {
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
     * A task was recovered after its worker died. The event of its outcome follows.
     *
     * @param message the task before the outcome
     * @param outcome the outcome
     * @param recoveries number of recoveries of this task so far, since its checkpoint advanced last
     */
    public void recovered(TaskMessage message, Outcome outcome, int recoveries) {
        onRecovered.run();
        emit(TaskRecovered.class, () -> {
            Instant now = clock.instant();
            return new TaskRecovered(after(message, outcome, now), now, recoveries);
        });
        written(message, outcome, Duration.ZERO);
    }

    /**
     * Passes an event to the listener.
     *
     * @param <E> the type
     * @param type the type of the event
     * @param event creates the event; not called if the listener does not listen to its type
     */
    public <E extends TaskEvent> void emit(Class<? extends E> type, Supplier<E> event) {
        try {
            if (listensTo(type)) {
                listener.on(event.get());
            }
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "the listener of task events failed", e);
        }
    }

    /**
     * Whether the listener receives events of a type.
     *
     * @param type the type
     * @return false without a listener
     */
    public boolean listensTo(Class<? extends TaskEvent> type) {
        return listener != TaskListener.NONE && listener.listensTo(type);
    }

    private static Class<? extends TaskEvent> typeOf(Outcome outcome) {
        if (outcome instanceof Outcome.Retry) {
            return TaskRetried.class;
        } else if (outcome instanceof Outcome.Archive) {
            return TaskArchived.class;
        } else if (outcome instanceof Outcome.Revoke) {
            return TaskRevoked.class;
        }
        return outcome instanceof Outcome.Requeue ? TaskRequeued.class : TaskCompleted.class;
    }

    /** The task after an outcome. A deleted task is described as if it had been kept. */
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
