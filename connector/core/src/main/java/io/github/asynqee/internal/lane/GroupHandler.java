package io.github.asynqee.internal.lane;

import io.github.asynqee.internal.delivery.TaskGroup;
import io.github.asynqee.worker.FailurePolicy;

/** Handles groups of tasks in plain Java. */
@FunctionalInterface
public interface GroupHandler {

    /**
     * Handles tasks of a group together. A normal return means that all of them are done.
     *
     * @param group the tasks; need not be settled
     * @throws Exception if all of them failed; see {@link FailurePolicy} for what follows
     */
    void handle(TaskGroup group) throws Exception;
}
