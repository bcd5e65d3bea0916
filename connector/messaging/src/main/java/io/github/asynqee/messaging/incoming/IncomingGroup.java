package io.github.asynqee.messaging.incoming;

import java.util.List;

import io.github.asynqee.messaging.AsynqGroup;
import io.github.asynqee.protocol.TaskMessage;
import io.github.asynqee.task.TaskInfo;
import io.github.asynqee.task.TaskState;
import io.github.asynqee.worker.Delivery;
import io.github.asynqee.worker.GroupDelivery;
import io.github.asynqee.worker.TaskGroup;

/** {@link AsynqGroup} of a delivery. */
final class IncomingGroup extends LaneMessage<List<Object>> implements AsynqGroup<Object> {

    private final Delivery delivery;
    private final TaskGroup group;
    private final List<TaskMessage> members;
    private final String url;
    /** A value that the handler has returned on its thread, and what it stands for. */
    private Object value;
    private TurnedGroup turned;

    IncomingGroup(Delivery delivery, String url, List<TaskMessage> members, List<Object> payloads, boolean doneBefore) {
        super(delivery, payloads, doneBefore);
        this.delivery = delivery;
        this.group = TaskGroup.of(delivery);
        this.members = members;
        this.url = url;
    }

    /** The staged set, {@code null} if this is a single task. */
    GroupDelivery staged() {
        return delivery instanceof GroupDelivery staged ? staged : null;
    }

    void turnedInto(Object newValue, TurnedGroup newTurned) {
        value = newValue;
        turned = newTurned;
    }

    /** What the handler has turned the group into, if that is a value equal to this one; found once. */
    TurnedGroup turnedInto(Object other) {
        TurnedGroup found = other.equals(value) ? turned : null;
        if (found != null) {
            value = null;
        }
        return found;
    }

    /** Which Redis it came from. */
    String url() {
        return url;
    }

    @Override
    public String group() {
        return group.group();
    }

    @Override
    public String queue() {
        return group.queue();
    }

    @Override
    public List<TaskInfo> members() {
        TaskState state = staged() == null ? TaskState.ACTIVE : TaskState.AGGREGATING;
        return members.stream().map(member -> member.toInfo(state, null)).toList();
    }

    @Override
    public String toString() {
        return "AsynqGroup[" + queue() + "/" + group() + ", " + members.size() + " tasks]";
    }
}
