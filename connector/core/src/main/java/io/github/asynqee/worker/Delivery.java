package io.github.asynqee.worker;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.broker.Lease;
import io.github.asynqee.broker.Outcome;
import io.github.asynqee.protocol.TaskMessage;

/**
 * One attempt at a task: the task, its lease, and the place to say what became of it. The first thing said counts,
 * whatever comes later changes nothing.
 */
public final class Delivery {

    private final Lease lease;
    private final long number;
    private final Instant takenAt;
    private final Worker worker;
    private final CompletableFuture<Void> settled = new CompletableFuture<>();
    private Thread runner;
    private boolean decided;
    private boolean interrupted;
    private volatile Instant deadline;
    private volatile boolean cancelled;

    Delivery(Lease lease, long number, Instant takenAt, Worker worker) {
        this.lease = lease;
        this.number = number;
        this.takenAt = takenAt;
        this.deadline = Deadlines.ofWaiting(lease.message());
        this.worker = worker;
    }

    /** @return the task */
    public TaskMessage message() {
        return lease.message();
    }

    /** @return when the attempt must have ended; its timeout counts from {@link #begin()} */
    public Instant deadline() {
        return deadline;
    }

    /** @return when the worker took the task from its queue */
    public Instant takenAt() {
        return takenAt;
    }

    /** @return whether the handler should give up: nobody is interested in its result any more */
    public boolean isCancelled() {
        return cancelled;
    }

    /**
     * Called by the lane's thread before the handler: from now until {@link #end()} this thread is interrupted when the
     * delivery is cancelled.
     *
     * @return false if the task must not be run any more; the lane is then free again
     */
    public synchronized boolean begin() {
        if (decided) {
            return false;
        }
        runner = Thread.currentThread();
        deadline = Deadlines.effective(message(), worker.now());
        return true;
    }

    /** Called by the same thread after the handler. Takes back an interrupt that came too late for the handler. */
    public synchronized void end() {
        runner = null;
        if (interrupted && Thread.interrupted()) {
            interrupted = false;
        }
    }

    /**
     * Says that the task succeeded.
     *
     * @return completes, never exceptionally, when that is written or the lease was lost
     */
    public CompletionStage<Void> succeed() {
        return settle(new Outcome.Done());
    }

    /**
     * Says that the task failed; the channel's {@link FailurePolicy} decides what follows.
     *
     * @param error why
     * @return completes, never exceptionally, when that is written or the lease was lost
     */
    public CompletionStage<Void> fail(Throwable error) {
        synchronized (this) {
            if (decided) {
                return settled;
            }
        }
        return settle(worker.outcomeOf(this, error));
    }

    /** @return completes, never exceptionally, when the outcome is written or the lease was lost, whoever said it */
    public CompletionStage<Void> settled() {
        return settled;
    }

    /**
     * Stores a result with the task; kept with it while the task is in Redis.
     *
     * @param result the result's bytes
     * @return false if the task is not this worker's any more; then nothing is stored
     */
    public boolean writeResult(byte[] result) {
        return worker.writeResult(this, result);
    }

    /**
     * Puts the task back to the head of its queue at no cost, because it was not run.
     *
     * @return completes, never exceptionally, when that is written or the lease was lost
     */
    public CompletionStage<Void> giveBack() {
        return settle(new Outcome.Requeue());
    }

    CompletionStage<Void> settle(Outcome outcome) {
        if (decide()) {
            worker.complete(this, outcome);
        }
        return settled;
    }

    /** Ends the attempt without writing anything, because the task is somebody else's now. */
    void abandon() {
        if (decide()) {
            written();
        }
        cancel();
    }

    private synchronized boolean decide() {
        boolean first = !decided;
        decided = true;
        return first;
    }

    synchronized void cancel() {
        cancelled = true;
        if (runner != null && !interrupted) {
            interrupted = true;
            runner.interrupt();
        }
    }

    synchronized boolean isDecided() {
        return decided;
    }

    boolean isWritten() {
        return settled.isDone();
    }

    void written() {
        worker.forget(this);
        settled.complete(null);
    }

    Lease lease() {
        return lease;
    }

    /** The how many-th task of its worker this is: several may have been taken at the same time. */
    long number() {
        return number;
    }

    @Override
    public String toString() {
        return "Delivery[" + message() + "]";
    }
}
