package io.github.asynqee.internal.lane;

import io.github.asynqee.internal.delivery.TaskGroup;
import io.github.asynqee.worker.FailurePolicy;

/** Handles groups of tasks in plain Java. */
@FunctionalInterface
public interface GroupHandler {

    /**
     * Handles tasks of a group together. A normal return means that all of them are done.
     *
     * @param group the tasks; settled by the lane, unless the handler has done so
     * @throws Exception if all of them failed; {@link FailurePolicy} decides their outcomes
     */
    void handle(TaskGroup group) throws Exception;
}
