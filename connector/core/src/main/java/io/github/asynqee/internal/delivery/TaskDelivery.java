package io.github.asynqee.internal.delivery;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.Progress;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.LeaseExpiredException;

/** One attempt at a task: the task and its lease. */
public final class TaskDelivery extends Delivery {

    private static final Logger LOG = System.getLogger(TaskDelivery.class.getName());

    private final Lease lease;
    private final Settler settler;
    private volatile Instant begunAt;
    private volatile Duration duration = Duration.ZERO;
    private volatile boolean completed;
    private boolean released;
    private Runnable onReleased;

    public TaskDelivery(Lease lease, long number, Instant takenAt, Settler settler) {
        super(number, takenAt, Deadlines.ofWaiting(lease.message()));
        this.lease = lease;
        this.settler = settler;
    }

    /** @return the task */
    public TaskMessage message() {
        return lease.message();
    }

    @Override
    Instant deadlineFromNow() {
        begunAt = settler.now();
        return Deadlines.effective(message(), begunAt);
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
            settler.failed(this, error, outcome);
            complete(outcome);
        }
        return settled();
    }

    /** Puts the task back to the head of its queue. */
    @Override
    public CompletionStage<Void> requeue() {
        return settle(new Outcome.Requeue());
    }

    /**
     * Stores a result with the task; kept with it while the task is in Redis.
     *
     * @param result the result's bytes
     * @return false if the task is not this worker's any more; then nothing is stored
     */
    public boolean writeResult(byte[] result) {
        return settler.writeResult(this, result);
    }

    /**
     * Stores how far the task is, for whoever inspects it; forgotten when it is run again.
     *
     * @param percent from 0 to 100
     * @param note what it is doing, may be empty
     * @return false if the task is not this worker's any more; then nothing is stored
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

    private void complete(Outcome outcome) {
        duration = begunAt == null ? Duration.ZERO : Duration.between(begunAt, settler.now());
        completed = true;
        settler.settle(this, outcome);
        release();
    }

    @Override
    public void whenReleased(Runnable callback) {
        synchronized (this) {
            if (!released) {
                onReleased = callback;
                return;
            }
        }
        callback.run();
    }

    private void release() {
        Runnable callback;
        synchronized (this) {
            callback = released ? null : onReleased;
            released = true;
        }
        if (callback != null) {
            try {
                callback.run();
            } catch (RuntimeException | Error e) {
                LOG.log(Level.ERROR, "the lane of " + this + " cannot go on", e);
            }
        }
    }

    /** A task of a server that dies is tried again at the cost of a retry, or archived if it has none. */
    @Override
    public boolean mayBeHeld() {
        return message().retried() < message().maxRetry()
                && !message().errorMessage().equals(LeaseExpiredException.MESSAGE);
    }

    /** When its handler was called, {@code null} if it has not been. */
    public Instant begunAt() {
        return begunAt;
    }

    /** How long it took from the call of its handler until it was said what became of it. */
    public Duration duration() {
        return duration;
    }

    @Override
    void onWritten() {
        settler.onWritten(this, completed);
        release();
    }

    public Lease lease() {
        return lease;
    }

    @Override
    public String toString() {
        return "TaskDelivery[" + message() + "]";
    }
}
