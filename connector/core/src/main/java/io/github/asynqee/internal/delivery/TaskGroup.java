package io.github.asynqee.internal.delivery;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.internal.protocol.TaskMessage;

/** Tasks of a group that are handled together. */
public interface TaskGroup {

    /** @return the queue */
    String queue();

    /** @return the group's name */
    String group();

    /** @return the tasks, oldest first, one at least */
    List<TaskMessage> members();

    /** @return when the attempt must have ended */
    Instant deadline();

    /** @return whether the handler should give up: nobody is interested in its result any more */
    boolean isCancelled();

    /**
     * The group a channel of groups gets with a delivery: the group itself, or a task that was put into its queue by hand,
     * which is a group of one.
     *
     * @param delivery what was delivered
     * @return the group
     */
    static TaskGroup of(Delivery delivery) {
        return delivery instanceof GroupDelivery group ? group : new SingleTaskGroup((TaskDelivery) delivery);
    }
}
