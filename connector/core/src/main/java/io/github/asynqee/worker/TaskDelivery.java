package io.github.asynqee.worker;

import java.time.Instant;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.broker.Lease;
import io.github.asynqee.broker.Outcome;
import io.github.asynqee.protocol.TaskMessage;
import io.github.asynqee.task.Progress;

/** One attempt at a task: the task and its lease. */
public final class TaskDelivery extends Delivery {

    private final Lease lease;
    private final Worker worker;

    TaskDelivery(Lease lease, long number, Instant takenAt, Worker worker) {
        super(number, takenAt, Deadlines.ofWaiting(lease.message()));
        this.lease = lease;
        this.worker = worker;
    }

    /** @return the task */
    public TaskMessage message() {
        return lease.message();
    }

    @Override
    Instant deadlineFromNow() {
        return Deadlines.effective(message(), worker.now());
    }

    @Override
    public CompletionStage<Void> succeed() {
        return settle(new Outcome.Done());
    }

    @Override
    public CompletionStage<Void> fail(Throwable error) {
        return isDecided() ? settled() : settle(worker.outcomeOf(this, error));
    }

    /** Puts the task back to the head of its queue. */
    @Override
    public CompletionStage<Void> giveBack() {
        return settle(new Outcome.Requeue());
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
     * Stores how far the task is, for whoever inspects it; forgotten when it is run again.
     *
     * @param percent from 0 to 100
     * @param note what it is doing, may be empty
     * @return false if the task is not this worker's any more; then nothing is stored
     */
    public boolean writeProgress(int percent, String note) {
        return worker.writeProgress(this, new Progress(percent, note, worker.now()));
    }

    CompletionStage<Void> settle(Outcome outcome) {
        if (decide()) {
            worker.complete(this, outcome);
        }
        return settled();
    }

    @Override
    void forget() {
        worker.forget(this);
    }

    Lease lease() {
        return lease;
    }

    @Override
    public String toString() {
        return "TaskDelivery[" + message() + "]";
    }
}
