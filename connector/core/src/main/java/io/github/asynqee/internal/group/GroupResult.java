package io.github.asynqee.internal.group;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.delivery.GroupDelivery;
import io.github.asynqee.worker.AggregateRefusedException;

/** Something that is to be written of a group: what becomes of members, or the task that all were turned into. */
final class GroupResult {

    private final GroupDelivery delivery;
    private final NewTask aggregate;
    private final boolean last;
    private final CompletableFuture<Void> written = new CompletableFuture<>();
    private volatile List<MemberSettlement> settlements;
    private volatile boolean ready;
    private AggregateRefusedException refusal;
    private boolean maybeDone;

    private GroupResult(GroupDelivery delivery, NewTask aggregate, List<MemberSettlement> settlements, boolean last) {
        this.delivery = delivery;
        this.aggregate = aggregate;
        this.settlements = settlements;
        this.last = last;
    }

    /** What becomes of members; the last for this group or not. */
    static GroupResult of(GroupDelivery delivery, List<MemberSettlement> settlements, boolean last) {
        return new GroupResult(delivery, null, settlements, last);
    }

    static GroupResult of(GroupDelivery delivery, NewTask aggregate) {
        return new GroupResult(delivery, aggregate, List.of(), true);
    }

    GroupDelivery delivery() {
        return delivery;
    }

    /** The task all members are turned into, {@code null} if they are not, or if it was refused. */
    NewTask aggregate() {
        return refusal == null ? aggregate : null;
    }

    List<MemberSettlement> settlements() {
        return settlements;
    }

    /** The task all members were turned into was refused; all that is left to write is what becomes of them. */
    void refused(AggregateRefusedException why, List<MemberSettlement> failures) {
        refusal = why;
        settlements = failures;
        maybeDone = false;
        ready = false;
    }

    /** Nothing has to be done any more before it may be written. */
    void ready() {
        ready = true;
    }

    boolean isReady() {
        return ready;
    }

    /** Completes when it is written, exceptionally if it cannot be. */
    CompletableFuture<Void> written() {
        return written;
    }

    /** It may have been done, though no answer came. */
    void maybeDone() {
        maybeDone = true;
    }

    boolean isMaybeDone() {
        return maybeDone;
    }

    /** It is written; if a task was refused, that has been said of the members. */
    void end() {
        end(null);
    }

    /** It was not written, because of this error. */
    void end(Throwable error) {
        if (last) {
            delivery.outcomeWritten();
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
        return aggregate() != null ? aggregate.message() + ", which " + delivery + " were turned into,"
                : "what became of " + delivery;
    }
}
