package io.github.asynqee.internal.delivery;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.internal.protocol.TaskMessage;

/**
 * Tasks of a group that are handled together. It can be a single task, for example a task that a tool moved to the
 * queue.
 */
public interface TaskGroup {

    /** @return the queue */
    String queue();

    /** @return the group's name */
    String group();

    /** @return the tasks, oldest first, one at least */
    List<TaskMessage> members();

    /** @return the deadline of the attempt */
    Instant deadline();

    /** @return whether the handler should stop: its result will be discarded */
    boolean isCancelled();
}
