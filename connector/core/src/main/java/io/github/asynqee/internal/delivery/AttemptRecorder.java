package io.github.asynqee.internal.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

import io.github.asynqee.TaskAttempt;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.protocol.AttemptRecord;
import io.github.asynqee.internal.protocol.TaskMessage;

/** Adds the record of an attempt to its outcome, unless the outcome deletes the task. */
public final class AttemptRecorder {

    /** Records nothing. */
    public static final AttemptRecorder OFF = new AttemptRecorder(0, () -> null);

    private final int historySize;
    private final Supplier<String> server;

    /**
     * Creates a recorder.
     *
     * @param historySize how many attempts a task keeps; 0 records none
     * @param server host, process ID and ID of this server
     */
    public AttemptRecorder(int historySize, Supplier<String> server) {
        this.historySize = historySize;
        this.server = server;
    }

    /** The outcome of a delivery. */
    Settlement settlement(TaskDelivery delivery, Outcome outcome, Instant now) {
        TaskMessage message = delivery.message();
        Instant begun = delivery.begunAt();
        Instant ended = begun == null ? now : begun.plus(delivery.duration());
        return new Settlement(delivery.lease(), outcome, record(delivery, message, outcome, ended));
    }

    /**
     * The outcome of a member of a group.
     *
     * @param delivery the group
     * @param settlement the outcome
     * @param now the end of the attempt
     * @return the same with the record
     */
    public MemberSettlement settlement(GroupDelivery delivery, MemberSettlement settlement, Instant now) {
        return settlement.outcome() instanceof Outcome.Done ? settlement
                : new MemberSettlement(settlement.message(), settlement.outcome(),
                        record(delivery, settlement.message(), settlement.outcome(), now));
    }

    /**
     * The outcome of a task whose server died.
     *
     * @param lease the expired lease
     * @param outcome the outcome
     * @return the settlement
     */
    public Settlement recovery(Lease lease, Outcome outcome) {
        TaskMessage message = lease.message();
        TaskAttempt attempt = new TaskAttempt(message.retried() + 1, 1, null, lease.expiresAt().minus(Lease.DURATION),
                TaskAttempt.Outcome.LEASE_EXPIRED, null, error(outcome), AttemptRecord.traceId(message));
        boolean keeps = historySize > 0 && !(outcome instanceof Outcome.Revoke);
        return new Settlement(lease, outcome, keeps ? AttemptRecord.of(attempt, historySize) : AttemptRecord.NONE);
    }

    private AttemptRecord record(Delivery delivery, TaskMessage message, Outcome outcome, Instant ended) {
        Instant begun = delivery.begunAt();
        TaskAttempt.Outcome how = historySize == 0 ? null : outcomeOf(message, outcome, begun != null);
        return how == null ? AttemptRecord.NONE
                : AttemptRecord.of(new TaskAttempt(message.retried() + 1, 1, begun, ended, how, server.get(),
                        error(outcome), traceId(delivery, message)), historySize);
    }

    private static String traceId(Delivery delivery, TaskMessage message) {
        String own = delivery.observer().traceId();
        return own == null ? AttemptRecord.traceId(message) : own;
    }

    /**
     * The outcome to record; {@code null} if nothing is recorded, because the task is deleted or was postponed before
     * it ran.
     */
    private static TaskAttempt.Outcome outcomeOf(TaskMessage message, Outcome outcome, boolean begun) {
        if (outcome instanceof Outcome.Done) {
            boolean isRetained = message.retention().compareTo(Duration.ZERO) > 0;
            return isRetained ? TaskAttempt.Outcome.COMPLETED : null;
        } else if (outcome instanceof Outcome.Requeue) {
            return begun ? TaskAttempt.Outcome.REQUEUED : null;
        } else if (outcome instanceof Outcome.Retry retry) {
            return begun || retry.failure() ? TaskAttempt.Outcome.FAILED : null;
        }
        return outcome instanceof Outcome.Archive ? TaskAttempt.Outcome.FAILED : null;
    }

    private static String error(Outcome outcome) {
        return outcome instanceof Outcome.Retry retry ? retry.error()
                : outcome instanceof Outcome.Archive archive ? archive.error() : null;
    }
}
