package io.github.asynqee.internal.delivery;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.protocol.TaskMessage;

/** Receives the outcomes of a {@link GroupDelivery}'s members. */
public interface GroupSettler {

    /** The attempt starts; the handler is called next. */
    void started(GroupDelivery delivery);

    /** The outcome of a member that failed, by the failure policy of the group's channel. */
    MemberSettlement failure(GroupDelivery delivery, TaskMessage member, Throwable error);

    /** Members failed with this error, and {@link #settle} is called with these outcomes. */
    void failed(GroupDelivery delivery, List<MemberSettlement> outcomes, Throwable error);

    /**
     * Writes outcomes of members.
     *
     * @param last whether no others follow; {@link GroupDelivery#confirm(boolean)} is called when they are written
     */
    void settle(GroupDelivery delivery, List<MemberSettlement> settlements, boolean last);

    /** Stores one task in place of all members, in one step; see {@link GroupDelivery#replaceWith}. */
    CompletionStage<Void> replaceWith(GroupDelivery delivery, NewTask aggregate);

    /** The delivery has ended. */
    void confirmed(GroupDelivery delivery);
}
