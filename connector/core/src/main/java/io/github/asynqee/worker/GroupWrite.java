package io.github.asynqee.worker;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.asynqee.broker.MemberSettlement;
import io.github.asynqee.broker.NewTask;

/** Something that is to be written of a group: what becomes of members, or the task that all were turned into. */
final class GroupWrite {

    private final GroupDelivery delivery;
    private final NewTask aggregate;
    private final List<MemberSettlement> settlements;
    private final boolean last;
    private final CompletableFuture<Void> written = new CompletableFuture<>();
    private boolean maybeDone;

    private GroupWrite(GroupDelivery delivery, NewTask aggregate, List<MemberSettlement> settlements, boolean last) {
        this.delivery = delivery;
        this.aggregate = aggregate;
        this.settlements = settlements;
        this.last = last;
    }

    /** What becomes of members; the last for this group or not. */
    static GroupWrite of(GroupDelivery delivery, List<MemberSettlement> settlements, boolean last) {
        return new GroupWrite(delivery, null, settlements, last);
    }

    static GroupWrite of(GroupDelivery delivery, NewTask aggregate) {
        return new GroupWrite(delivery, aggregate, List.of(), true);
    }

    GroupDelivery delivery() {
        return delivery;
    }

    /** The task all members were turned into, {@code null} if they were not. */
    NewTask aggregate() {
        return aggregate;
    }

    List<MemberSettlement> settlements() {
        return settlements;
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

    void end(Throwable error) {
        if (last) {
            delivery.written();
        }
        if (error == null) {
            written.complete(null);
        } else {
            written.completeExceptionally(error);
        }
    }

    @Override
    public String toString() {
        return aggregate != null ? aggregate.message() + ", which " + delivery + " were turned into,"
                : "what became of " + delivery;
    }
}
