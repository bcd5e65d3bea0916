package io.github.asynqee.internal.delivery;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

import io.github.asynqee.Progress;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.metrics.ChannelMetrics;
import io.github.asynqee.internal.metrics.OutcomeKind;
import io.github.asynqee.internal.protocol.CheckpointRecord;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.LeaseExpiredException;

/** One attempt to run a task: the task and its lease. */
public final class TaskDelivery extends Delivery {

    private static final Logger LOG = System.getLogger(TaskDelivery.class.getName());

    private final Lease lease;
    private final ChannelMetrics.OfType metrics;
    private final Settler settler;
    private volatile OutcomeKind written = OutcomeKind.LOST;
    /** Whether no caller awaits the outcome. Set before the outcome is passed on. */
    private boolean unawaited;
    private boolean laneFree;
    private Runnable onLaneFree;
    /** Writes the unwritten cursor of the checkpoint; {@code null} without a checkpoint. */
    private volatile BooleanSupplier checkpoint;
    private volatile boolean suspending;
    private volatile boolean reportsProgress;
    /** The outcome with which the checkpoint has ended the attempt; {@code null} if it has not. */
    private volatile Outcome suspended;

    /** Settles the outcomes of attempts; stores results and progress. */
    public interface Settler {

        /** The attempt starts; the handler is called next. */
        void started(TaskDelivery delivery);

        /** The outcome of an error, by the failure policy of the task's channel. */
        Outcome outcomeOf(TaskMessage message, Throwable error);

        /** The attempt failed with this error, and {@link #settle} is called with this outcome. */
        void failed(TaskDelivery delivery, Throwable error, Outcome outcome);

        /** Passes on the outcome of a claimed delivery, to be written. */
        void settle(TaskDelivery delivery, Outcome outcome);

        /** The delivery has ended. */
        void confirmed(TaskDelivery delivery);

        /** Stores a result; false if the lease is lost. */
        boolean writeResult(TaskDelivery delivery, byte[] result);

        /** Stores the progress; false if the lease is lost. */
        boolean writeProgress(TaskDelivery delivery, int percent, String note);

        /** Stores the checkpoint, and the progress unless it is {@code null}; returns false if the lease is lost. */
        boolean writeCheckpoint(TaskDelivery delivery, CheckpointRecord checkpoint, Progress progress);

        /** Reads the last stored checkpoint; {@code null} if there is none. */
        CheckpointRecord readCheckpoint(TaskDelivery delivery);
    }

    /**
     * @param metrics the metrics that count this attempt
     * @param settler settles its outcome
     */
    public TaskDelivery(Lease lease, long number, Clock clock, ChannelMetrics.OfType metrics, Settler settler) {
        super(number, clock, lease.message().latestEnd());
        this.lease = lease;
        this.metrics = metrics;
        this.settler = settler;
    }

    /** The outcome is written. */
    void confirm(Outcome outcome) {
        written = outcome.kind();
        if (outcome.isCounted()) {
            metrics.counted(outcome.isFailure());
        }
        FailureOutcomes.countWritten(message(), outcome, metrics.attempts());
        confirm();
    }

    @Override
    OutcomeKind outcome() {
        return written;
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
    public String queue() {
        return message().queue();
    }

    @Override
    public String group() {
        return message().group();
    }

    @Override
    public List<TaskMessage> members() {
        return List.of(message());
    }

    @Override
    Instant deadlineFrom(Instant begun) {
        return message().deadlineFrom(begun);
    }

    @Override
    void onBegun() {
        if (lease.pendingSince() != null) {
            metrics.waited(Duration.between(lease.pendingSince(), begunAt()).toNanos());
        }
        settler.started(this);
    }

    @Override
    public CompletionStage<Void> succeed() {
        return settle(suspensionOr(new Outcome.Done()));
    }

    @Override
    public void succeedUnawaited() {
        Outcome outcome = suspensionOr(new Outcome.Done());
        if (claim()) {
            unawaited = true;
            settleClaimed(outcome);
        }
    }

    /**
     * Whether the outcome may be written later, together with others, because no caller awaits it. False for a task
     * with a retention and a deadline, because a call sets both and awaits the result. Also false for a unique task,
     * because its lock rejects other tasks until the outcome is written.
     */
    boolean mayWait() {
        TaskMessage message = message();
        boolean maybeCalled = message.deadline() != null && !message.retention().isZero();
        return unawaited && !maybeCalled && message.uniqueKey().isEmpty();
    }

    @Override
    public CompletionStage<Void> fail(Throwable error) {
        if (isClaimed()) {
            return confirmed();
        }
        if (suspended != null) {
            return settle(suspended);
        }
        if (checkpoint != null && isRunner()) {
            checkpoint.getAsBoolean();
        }
        Outcome outcome = settler.outcomeOf(message(), error);
        if (claim()) {
            try {
                observer().failed(error, outcome.isFailure());
                FailureOutcomes.count(error, metrics.attempts());
                settler.failed(this, error, outcome);
            } finally {
                settleClaimed(outcome);
            }
        }
        return confirmed();
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
        reportsProgress = true;
        return settler.writeProgress(this, percent, note);
    }

    /** @param flush writes the unwritten cursor of its checkpoint; returns false if Redis does not accept it now */
    void checkpoint(BooleanSupplier flush) {
        checkpoint = flush;
    }

    CheckpointRecord readCheckpoint() {
        return settler.readCheckpoint(this);
    }

    /** The checkpoint sets no progress if the handler reports its own. */
    boolean writeCheckpoint(CheckpointRecord record, Progress progress) {
        boolean mine = settler.writeCheckpoint(this, record, reportsProgress ? null : progress);
        if (mine) {
            metrics.attempts().checkpointWritten();
        }
        return mine;
    }

    /** The attempt continues from the checkpoint of an earlier attempt. */
    void resumed() {
        metrics.attempts().resumed();
    }

    /** From now on the attempt ends at its next checkpoint, and the task is requeued. */
    public void suspend() {
        suspending = true;
    }

    boolean isSuspending() {
        return suspending;
    }

    /** Writes the unwritten cursor of its checkpoint. Returns false if Redis does not accept it now. */
    public boolean flushCheckpoint() {
        return checkpoint == null || checkpoint.getAsBoolean();
    }

    /**
     * The checkpoint has ended the attempt: the task is requeued even if its handler returns or fails now.
     *
     * @param behindOthers whether the task is requeued behind the other tasks of the queue
     */
    void suspended(boolean behindOthers) {
        if (suspended == null) {
            metrics.attempts().suspended(behindOthers);
        }
        suspended = new Outcome.Requeue(behindOthers);
    }

    private Outcome suspensionOr(Outcome outcome) {
        return suspended == null ? outcome : suspended;
    }

    /**
     * Settles the delivery with an outcome.
     *
     * @param outcome the outcome
     * @return as {@link #confirmed()}
     */
    public CompletionStage<Void> settle(Outcome outcome) {
        if (claim()) {
            settleClaimed(outcome);
        }
        return confirmed();
    }

    private void settleClaimed(Outcome outcome) {
        try {
            settler.settle(this, outcome);
        } catch (RuntimeException | Error e) {
            // another outcome can be settled later, when memory is available
            unclaim();
            throw e;
        }
        freeLane();
    }

    @Override
    void onHandled() {
        metrics.processed(duration());
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

    /**
     * Whether the task may be held for a lane. If the server dies, a held task loses a retry; without a retry left, it
     * is archived.
     */
    @Override
    public boolean mayBePrefetched() {
        return message().retried() < message().maxRetry()
                && !message().errorMessage().equals(LeaseExpiredException.MESSAGE);
    }

    @Override
    void onConfirmed() {
        metrics.ended(written);
        settler.confirmed(this);
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
