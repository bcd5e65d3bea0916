package io.github.asynqee.internal.delivery;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.Progress;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.metrics.OutcomeKind;
import io.github.asynqee.internal.metrics.TaskMetrics;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.LeaseExpiredException;

/** One attempt to run a task: the task and its lease. */
public final class TaskDelivery extends Delivery {

    private static final Logger LOG = System.getLogger(TaskDelivery.class.getName());

    private final Lease lease;
    private final Settler settler;
    private volatile Instant begunAt;
    private volatile Duration duration = Duration.ZERO;
    private volatile boolean completed;
    private TaskMetrics metrics;
    private volatile OutcomeKind written = OutcomeKind.LOST;
    private boolean laneFree;
    private Runnable onLaneFree;

    public TaskDelivery(Lease lease, long number, Instant takenAt, Settler settler) {
        super(number, takenAt, Deadlines.ofWaiting(lease.message()));
        this.lease = lease;
        this.settler = settler;
    }

    /** Sets what counts this attempt; called before it is dispatched. */
    public void measuredBy(TaskMetrics counts) {
        metrics = counts;
    }

    /** The outcome is written. */
    public void written(Outcome outcome) {
        written = outcome.kind();
        if (outcome.isCounted()) {
            metrics.counted(outcome.isFailure());
        }
    }

    @Override
    public boolean isDone() {
        return written == OutcomeKind.DONE;
    }

    /** @return the task */
    public TaskMessage message() {
        return lease.message();
    }

    @Override
    Instant deadlineFromNow() {
        begunAt = settler.now();
        if (lease.pendingSince() != null) {
            metrics.waited(Duration.between(lease.pendingSince(), begunAt).toNanos());
        }
        return Deadlines.effective(message(), begunAt);
    }

    @Override
    void onBegun() {
        settler.started(this);
    }

    @Override
    public CompletionStage<Void> succeed() {
        return settle(new Outcome.Done());
    }

    @Override
    public CompletionStage<Void> fail(Throwable error) {
        if (isOutcomeClaimed()) {
            return settled();
        }
        Outcome outcome = settler.outcomeOf(message(), error);
        if (claimOutcome()) {
            try {
                settler.failed(this, error, outcome);
            } finally {
                complete(outcome);
            }
        }
        return settled();
    }

    /** Requeues the task to the head of its queue. */
    @Override
    public CompletionStage<Void> requeue() {
        return settle(new Outcome.Requeue());
    }

    /**
     * Stores a result with the task; kept with it while the task is in Redis.
     *
     * @param result the result's bytes
     * @return false if the lease is lost; nothing is stored then
     */
    public boolean writeResult(byte[] result) {
        return settler.writeResult(this, result);
    }

    /**
     * Stores the progress of the task for monitoring tools; deleted when the task runs again.
     *
     * @param percent from 0 to 100
     * @param note description of the current step, may be empty
     * @return false if the lease is lost; nothing is stored then
     */
    public boolean writeProgress(int percent, String note) {
        return settler.writeProgress(this, new Progress(percent, note, settler.now()));
    }

    public CompletionStage<Void> settle(Outcome outcome) {
        if (claimOutcome()) {
            complete(outcome);
        }
        return settled();
    }

    @Override
    void onClaimed() {
        if (begunAt != null) {
            duration = Duration.between(begunAt, settler.now());
            metrics.processed(duration);
        }
    }

    private void complete(Outcome outcome) {
        completed = true;
        settler.settle(this, outcome);
        freeLane();
    }

    @Override
    public void onLaneFree(Runnable callback) {
        synchronized (this) {
            if (!laneFree) {
                onLaneFree = callback;
                return;
            }
        }
        callback.run();
    }

    private void freeLane() {
        Runnable callback;
        synchronized (this) {
            callback = laneFree ? null : onLaneFree;
            laneFree = true;
        }
        if (callback != null) {
            try {
                callback.run();
            } catch (RuntimeException | Error e) {
                LOG.log(Level.ERROR, "the lane of " + this + " failed to continue", e);
            }
        }
    }

    /** If the server dies, a held task loses a retry, or is archived if it has none left. */
    @Override
    public boolean mayBeHeld() {
        return message().retried() < message().maxRetry()
                && !message().errorMessage().equals(LeaseExpiredException.MESSAGE);
    }

    /** When its handler started; {@code null} before. */
    public Instant begunAt() {
        return begunAt;
    }

    /** Time from the start of its handler to the choice of its outcome. */
    public Duration duration() {
        return duration;
    }

    @Override
    void onWritten() {
        metrics.ended(written);
        settler.onWritten(this, completed);
        freeLane();
    }

    public Lease lease() {
        return lease;
    }

    @Override
    public String toString() {
        return "TaskDelivery[" + message() + "]";
    }
}
