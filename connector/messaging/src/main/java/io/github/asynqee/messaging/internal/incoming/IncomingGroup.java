package io.github.asynqee.messaging.internal.incoming;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.delivery.GroupDelivery;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.messaging.AsynqGroup;
import org.eclipse.microprofile.reactive.messaging.Message;

/** {@link AsynqGroup} of a group delivery. */
final class IncomingGroup extends LaneMessage<List<Object>> implements AsynqGroup<Object> {

    private final Delivery delivery;
    private final List<TaskMessage> members;
    private final String url;
    /** Whether an aggregate has claimed the group, or the group was acknowledged. */
    private boolean claimed;

    IncomingGroup(Delivery delivery, String url, List<TaskMessage> members, List<Object> payloads,
            AckCompletion ackCompletion, String channel) {
        super(delivery, payloads, ackCompletion, channel);
        this.delivery = delivery;
        this.members = members;
        this.url = url;
    }

    @Override
    public CompletionStage<Void> ack() {
        claim();
        return super.ack();
    }

    @Override
    public <P> Message<P> withPayload(P other) {
        return delivery instanceof GroupDelivery staged ? new AggregateMessage<>(this, this::claim, url, staged, other)
                : super.withPayload(other);
    }

    private synchronized boolean claim() {
        boolean first = !claimed;
        claimed = true;
        return first;
    }

    @Override
    public String group() {
        return delivery.group();
    }

    @Override
    public String queue() {
        return delivery.queue();
    }

    @Override
    public List<TaskInfo> members() {
        TaskState state = delivery instanceof GroupDelivery ? TaskState.AGGREGATING : TaskState.ACTIVE;
        return members.stream().map(member -> member.toInfo(state, null)).toList();
    }

    @Override
    public String toString() {
        return "AsynqGroup[" + queue() + "/" + group() + ", " + members.size() + " tasks]";
    }
}
