package io.github.asynqee.internal.delivery;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.internal.metrics.OutcomeKind;
import io.github.asynqee.worker.FailurePolicy;

/**
 * One attempt to run a task or a group. Its end has four steps: one caller <em>claims</em> the attempt and
 * <em>settles</em> its outcome, a completer <em>writes</em> the outcome, and Redis <em>confirms</em> it. Later outcomes
 * are ignored.
 */
public abstract sealed class Delivery implements TaskGroup permits TaskDelivery, GroupDelivery {

    private final long number;
    private final Clock clock;
    private final Instant takenAt;
    private final CompletableFuture<Void> confirmed = new CompletableFuture<>();
    private Thread runner;
    private boolean claimed;
    private boolean interrupted;
    private volatile Instant begunAt;
    private volatile Instant deadline;
    private volatile Duration duration = Duration.ZERO;
    private volatile boolean cancelled;
    private volatile AttemptObserver observer = AttemptObserver.NONE;
    private boolean ended;

    Delivery(long number, Clock clock, Instant deadline) {
        this.number = number;
        this.clock = clock;
        this.takenAt = clock.instant();
        this.deadline = deadline;
    }

    /** The deadline of this attempt; a timeout counts from {@link #begin()}. */
    @Override
    public final Instant deadline() {
        return deadline;
    }

    /** How long the attempt may still run, by the clock of its deadline. The clock of this machine may differ. */
    public final Duration timeLeft() {
        return Duration.between(clock.instant(), deadline);
    }

    /** @return when it was dequeued */
    public final Instant takenAt() {
        return takenAt;
    }

    /** When its handler started; {@code null} before the start. */
    public final Instant begunAt() {
        return begunAt;
    }

    /** Time from the start of its handler to the claim; zero before the claim. */
    public final Duration duration() {
        return duration;
    }

    @Override
    public final boolean isCancelled() {
        return cancelled;
    }

    /**
     * Starts the attempt. Called by the lane's thread before the handler: until {@link #end()} that thread is
     * interrupted when the delivery is cancelled.
     *
     * @return false if the delivery must no longer run; the lane is then free again
     */
    public final boolean begin() {
        synchronized (this) {
            if (claimed) {
                return false;
            }
            runner = Thread.currentThread();
            begunAt = clock.instant();
            deadline = deadlineFrom(begunAt);
        }
        onBegun();
        return true;
    }

    /**
     * Sets the observer of the attempt. Called by the thread that began it. If the attempt was already abandoned, the
     * observer is notified immediately.
     *
     * @param attempt the observer
     */
    public final void observe(AttemptObserver attempt) {
        boolean over;
        synchronized (this) {
            observer = attempt;
            over = ended;
        }
        if (over) {
            attempt.confirmed(outcome());
        }
    }

    final AttemptObserver observer() {
        return observer;
    }

    /** The deadline of an attempt that starts at a time. */
    abstract Instant deadlineFrom(Instant begun);

    /** Called once when the attempt has started, before the handler. */
    abstract void onBegun();

    /** Whether the current thread runs its handler. */
    final synchronized boolean isRunner() {
        return runner == Thread.currentThread();
    }

    final Instant now() {
        return clock.instant();
    }

    /** Called by the same thread after the handler. Clears an interrupt that came after the handler had ended. */
    public final synchronized void end() {
        runner = null;
        if (interrupted && Thread.interrupted()) {
            interrupted = false;
        }
    }

    /**
     * Settles the delivery as successful.
     *
     * @return as {@link #confirmed()}
     */
    public abstract CompletionStage<Void> succeed();

    /**
     * Settles the delivery as successful. The outcome may be written some milliseconds later, together with other
     * outcomes.
     */
    public abstract void succeedUnawaited();

    /**
     * Settles the delivery as failed; the channel's {@link FailurePolicy} decides the outcome.
     *
     * @param error the failure
     * @return as {@link #confirmed()}
     */
    public abstract CompletionStage<Void> fail(Throwable error);

    /**
     * Requeues the delivery without using a retry, because its handler was not run.
     *
     * @return as {@link #confirmed()}
     */
    public abstract CompletionStage<Void> requeue();

    /** Claims the right to settle the delivery; true for the first caller only. */
    public final boolean claim() {
        synchronized (this) {
            if (claimed) {
                return false;
            }
            Duration handled = begunAt == null ? null : Duration.between(begunAt, clock.instant());
            claimed = true;
            if (handled == null) {
                return true;
            }
            duration = handled;
        }
        onHandled();
        observer.handled();
        return true;
    }

    /** Gives up the claim, because the outcome could not be settled. */
    final synchronized void unclaim() {
        claimed = false;
    }

    /** Called once when a delivery that has begun is claimed. */
    abstract void onHandled();

    /** @return whether it was claimed; its outcome may not be written yet */
    public final synchronized boolean isClaimed() {
        return claimed;
    }

    /** The outcome is written, or can no longer be written. */
    final void confirm() {
        AttemptObserver observing;
        synchronized (this) {
            ended = true;
            observing = observer;
        }
        observing.confirmed(outcome());
        onConfirmed();
        confirmed.complete(null);
    }

    /** The outcome of the confirmed delivery; {@code null} if its tasks have different outcomes. */
    abstract OutcomeKind outcome();

    /** Called once when the delivery has ended. */
    abstract void onConfirmed();

    /** @return completes (never exceptionally) when the outcome is written or can no longer be written */
    public final CompletionStage<Void> confirmed() {
        return confirmed;
    }

    public final boolean isConfirmed() {
        return confirmed.isDone();
    }

    /** @return whether the delivery has succeeded and this is confirmed */
    public abstract boolean isDone();

    /** Ends the attempt without an outcome, because its lease or its stage is lost. */
    public final void abandon() {
        if (claim()) {
            confirm();
        }
        cancel();
    }

    /**
     * Calls back when the lane is free for the next delivery, at once if the lane is already free. A task occupies its
     * lane until its outcome is settled, a group until its outcome is confirmed.
     *
     * @param callback called once, on any thread
     */
    public abstract void onLaneFree(Runnable callback);

    /**
     * Whether the delivery may be held for a lane. False if the task would lose its last retry when the server dies.
     */
    public boolean mayBePrefetched() {
        return true;
    }

    public final synchronized void cancel() {
        cancelled = true;
        if (runner != null && !interrupted) {
            interrupted = true;
            runner.interrupt();
        }
    }

    /** Sequence number of the delivery in its worker; orders deliveries dequeued at the same time. */
    public final long number() {
        return number;
    }
}
