package io.github.asynqee.internal.delivery;

import java.time.Instant;

import io.github.asynqee.Progress;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.protocol.TaskMessage;

/** Receives the outcome of a {@link TaskDelivery}, and the result and progress its handler stores. */
public interface Settler {

    /** The time, by the clock of Redis. */
    Instant now();

    /** The attempt starts; the handler is called next. */
    void started(TaskDelivery delivery);

    /** The outcome of an error, by the failure policy of the task's channel. */
    Outcome outcomeOf(TaskMessage message, Throwable error);

    /** The attempt failed with this error, and {@link #settle} is called with this outcome. */
    void failed(TaskDelivery delivery, Throwable error, Outcome outcome);

    /** Writes the outcome; calls {@link Delivery#outcomeWritten()} when it is written or cannot be written any more. */
    void settle(TaskDelivery delivery, Outcome outcome);

    /** Stores a result; false if the lease is lost. */
    boolean writeResult(TaskDelivery delivery, byte[] result);

    /** Stores the progress; false if the lease is lost. */
    boolean writeProgress(TaskDelivery delivery, Progress progress);

    /**
     * The delivery has ended.
     *
     * @param settled whether {@link #settle} was called for it; false if its lease was lost before
     */
    void onWritten(TaskDelivery delivery, boolean settled);
}
