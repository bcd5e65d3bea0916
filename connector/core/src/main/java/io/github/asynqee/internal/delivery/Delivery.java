package io.github.asynqee.internal.delivery;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.worker.FailurePolicy;

/**
 * One attempt to run a task or a group. It is settled once; later outcomes are ignored.
 */
public abstract sealed class Delivery permits TaskDelivery, GroupDelivery {

    private final long number;
    private final Instant takenAt;
    private final CompletableFuture<Void> settled = new CompletableFuture<>();
    private Thread runner;
    private boolean outcomeClaimed;
    private boolean interrupted;
    private volatile Instant deadline;
    private volatile boolean cancelled;

    Delivery(long number, Instant takenAt, Instant deadline) {
        this.number = number;
        this.takenAt = takenAt;
        this.deadline = deadline;
    }

    /** @return the deadline of the attempt; its timeout counts from {@link #begin()} */
    public final Instant deadline() {
        return deadline;
    }

    /** @return when it was dequeued */
    public final Instant takenAt() {
        return takenAt;
    }

    /** @return whether the handler should stop: its result will be discarded */
    public final boolean isCancelled() {
        return cancelled;
    }

    /**
     * Starts the attempt. Called by the lane's thread before the handler: until {@link #end()} that thread is
     * interrupted when the delivery is cancelled.
     *
     * @return false if the delivery must not run any more; the lane is then free again
     */
    public final boolean begin() {
        synchronized (this) {
            if (outcomeClaimed) {
                return false;
            }
            runner = Thread.currentThread();
            deadline = deadlineFromNow();
        }
        onBegun();
        return true;
    }

    /** Called once when the attempt has started, before the handler. */
    abstract void onBegun();

    /** The deadline of an attempt that starts now. */
    abstract Instant deadlineFromNow();

    /** Called by the same thread after the handler. Clears an interrupt that came after the handler had ended. */
    public final synchronized void end() {
        runner = null;
        if (interrupted && Thread.interrupted()) {
            interrupted = false;
        }
    }

    /**
     * Settles it as successful.
     *
     * @return completes, never exceptionally, when the outcome is written or cannot be written any more
     */
    public abstract CompletionStage<Void> succeed();

    /**
     * Settles it as failed; the channel's {@link FailurePolicy} decides the outcome.
     *
     * @param error the failure
     * @return completes, never exceptionally, when the outcome is written or cannot be written any more
     */
    public abstract CompletionStage<Void> fail(Throwable error);

    /**
     * Requeues it without using a retry, because it was not run.
     *
     * @return completes, never exceptionally, when the outcome is written or cannot be written any more
     */
    public abstract CompletionStage<Void> requeue();

    /** @return completes, never exceptionally, when the outcome is written or cannot be written any more */
    public final CompletionStage<Void> settled() {
        return settled;
    }

    /** Ends the attempt without writing an outcome, because the lease is lost. */
    public final void leaseLost() {
        if (claimOutcome()) {
            outcomeWritten();
        }
        cancel();
    }

    /** Claims the right to settle the delivery; true for the first caller only. */
    public final synchronized boolean claimOutcome() {
        boolean first = !outcomeClaimed;
        outcomeClaimed = true;
        if (first) {
            onClaimed();
        }
        return first;
    }

    /** Called once when the outcome is claimed. */
    abstract void onClaimed();

    /**
     * Calls back when the lane is free for the next delivery, at once if it is already. A task occupies its lane until
     * its outcome is claimed, a group until its outcome is written.
     *
     * @param callback called once, on any thread
     */
    public abstract void onLaneFree(Runnable callback);

    /** Whether it may be held for a lane; not if it would lose its last retry when the server dies. */
    public boolean mayBeHeld() {
        return true;
    }

    public final synchronized void cancel() {
        cancelled = true;
        if (runner != null && !interrupted) {
            interrupted = true;
            runner.interrupt();
        }
    }

    /** @return whether an outcome was chosen; it may not be written yet */
    public final synchronized boolean isOutcomeClaimed() {
        return outcomeClaimed;
    }

    public final boolean isOutcomeWritten() {
        return settled.isDone();
    }

    /** @return whether it is written that it has succeeded */
    public abstract boolean isDone();

    /** The outcome is written, or cannot be written any more. */
    public final void outcomeWritten() {
        onWritten();
        settled.complete(null);
    }

    /** Called once when the delivery has ended. */
    abstract void onWritten();

    /** Sequence number of the delivery in its worker; orders deliveries dequeued at the same time. */
    public final long number() {
        return number;
    }
}
