package io.github.asynqee.internal.delivery;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.worker.FailurePolicy;

/**
 * One attempt at what a lane runs, and the place to say what became of it: a task, or the tasks of a group. The first
 * thing said counts, whatever comes later changes nothing.
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

    /** @return when the attempt must have ended; its timeout counts from {@link #begin()} */
    public final Instant deadline() {
        return deadline;
    }

    /** @return when the worker took it from its queue */
    public final Instant takenAt() {
        return takenAt;
    }

    /** @return whether the handler should give up: nobody is interested in its result any more */
    public final boolean isCancelled() {
        return cancelled;
    }

    /**
     * Called by the lane's thread before the handler: from now until {@link #end()} this thread is interrupted when the
     * delivery is cancelled.
     *
     * @return false if it must not be run any more; the lane is then free again
     */
    public final synchronized boolean begin() {
        if (outcomeClaimed) {
            return false;
        }
        runner = Thread.currentThread();
        deadline = deadlineFromNow();
        return true;
    }

    /** When the attempt that begins now must have ended. */
    abstract Instant deadlineFromNow();

    /** Called by the same thread after the handler. Takes back an interrupt that came too late for the handler. */
    public final synchronized void end() {
        runner = null;
        if (interrupted && Thread.interrupted()) {
            interrupted = false;
        }
    }

    /**
     * Says that it succeeded.
     *
     * @return completes, never exceptionally, when that is written or cannot be written any more
     */
    public abstract CompletionStage<Void> succeed();

    /**
     * Says that it failed; the channel's {@link FailurePolicy} decides what follows.
     *
     * @param error why
     * @return completes, never exceptionally, when that is written or cannot be written any more
     */
    public abstract CompletionStage<Void> fail(Throwable error);

    /**
     * Puts it back at no cost, because it was not run.
     *
     * @return completes, never exceptionally, when that is written or cannot be written any more
     */
    public abstract CompletionStage<Void> requeue();

    /** @return completes, never exceptionally, when the outcome is written or cannot be any more, whoever said it */
    public final CompletionStage<Void> settled() {
        return settled;
    }

    /** Ends the attempt without writing anything, because it is somebody else's now. */
    public final void leaseLost() {
        if (claimOutcome()) {
            outcomeWritten();
        }
        cancel();
    }

    /** Whether the caller is the first to say what became of it. */
    public final synchronized boolean claimOutcome() {
        boolean first = !outcomeClaimed;
        outcomeClaimed = true;
        return first;
    }

    /**
     * Calls back when its lane can run the next one; at once if that is so already. A task needs its lane until it has been
     * said what became of it, a group until that is written.
     *
     * @param callback called once, on whatever thread
     */
    public abstract void whenReleased(Runnable callback);

    /** Whether it may wait for a lane here: if the server dies meanwhile, that must do it no harm. */
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

    /** @return whether it has been said what became of it, though it may not be written yet */
    public final synchronized boolean isOutcomeClaimed() {
        return outcomeClaimed;
    }

    public final boolean isOutcomeWritten() {
        return settled.isDone();
    }

    /** The outcome is written, or cannot be any more. */
    public final void outcomeWritten() {
        onWritten();
        settled.complete(null);
    }

    /** Nothing is left to be done for it. */
    abstract void onWritten();

    /** The how many-th delivery of its worker this is: several may have been taken at the same time. */
    public final long number() {
        return number;
    }
}
