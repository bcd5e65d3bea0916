package io.github.asynqee.internal.group;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.delivery.GroupDelivery;
import io.github.asynqee.worker.AggregateRefusedException;

/** An outcome of a group to be written: outcomes of members, or one task that replaces all members. */
final class GroupResult {

    /** Refusals by Redis, other than outages, after which it is dropped; about three seconds. */
    private static final int MAX_REFUSALS = 6;

    private final GroupDelivery delivery;
    private final NewTask aggregate;
    private final boolean last;
    private final CompletableFuture<Void> written = new CompletableFuture<>();
    private volatile List<MemberSettlement> settlements;
    private volatile boolean ready;
    private volatile boolean letters;
    private AggregateRefusedException refusal;
    private boolean maybeWritten;
    private int refusals;

    private GroupResult(GroupDelivery delivery, NewTask aggregate, List<MemberSettlement> settlements, boolean last) {
        this.delivery = delivery;
        this.aggregate = aggregate;
        this.settlements = settlements;
        this.last = last;
    }

    /** Outcomes of members; {@code last} if no others of this group follow. */
    static GroupResult of(GroupDelivery delivery, List<MemberSettlement> settlements, boolean last) {
        return new GroupResult(delivery, null, settlements, last);
    }

    static GroupResult of(GroupDelivery delivery, NewTask aggregate) {
        return new GroupResult(delivery, aggregate, List.of(), true);
    }

    GroupDelivery delivery() {
        return delivery;
    }

    /** The task that replaces all members; {@code null} if no task replaces them, or if this task was refused. */
    NewTask aggregate() {
        return refusal == null ? aggregate : null;
    }

    List<MemberSettlement> settlements() {
        return settlements;
    }

    /** The replacing task was refused; the outcomes of the members are to be written instead. */
    void refused(AggregateRefusedException reason, List<MemberSettlement> failures) {
        refusal = reason;
        settlements = failures;
        maybeWritten = false;
        ready = false;
    }

    /**
     * The outcome can now be written, or is dropped.
     *
     * @param lettersStored whether all dead letters are stored; otherwise the outcome is dropped
     */
    void ready(boolean lettersStored) {
        letters = lettersStored;
        ready = true;
    }

    boolean hasLetters() {
        return letters;
    }

    boolean isReady() {
        return ready;
    }

    /** Completes when it is written; exceptionally if it is dropped. */
    CompletableFuture<Void> written() {
        return written;
    }

    /** A write had an ambiguous result. */
    void maybeWritten() {
        maybeWritten = true;
    }

    boolean isMaybeWritten() {
        return maybeWritten;
    }

    /** Redis has answered with an error. */
    void redisRefused() {
        refusals++;
    }

    /** Whether Redis has replied with so many errors that the outcome is dropped. */
    boolean isRefusedOften() {
        return refusals >= MAX_REFUSALS;
    }

    /** It is written. */
    void end() {
        end(null);
    }

    /** It is dropped because of this error; {@code null} if it is written. */
    void end(Throwable error) {
        if (last) {
            delivery.confirm(error == null && refusal == null
                    && settlements.stream().allMatch(member -> member.outcome() instanceof Outcome.Done));
        }
        Throwable failure = refusal != null ? refusal : error;
        if (failure == null) {
            written.complete(null);
        } else {
            written.completeExceptionally(failure);
        }
    }

    @Override
    public String toString() {
        return aggregate() != null ? aggregate.message() + " in place of " + delivery : "the outcome of " + delivery;
    }
}
