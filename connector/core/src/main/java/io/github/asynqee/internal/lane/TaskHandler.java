package io.github.asynqee.internal.lane;

import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.worker.FailurePolicy;

/** Handles tasks in plain Java. */
@FunctionalInterface
public interface TaskHandler {

    /**
     * Handles one task. A normal return means done.
     *
     * @param delivery the task; need not be settled
     * @throws Exception if the task failed; see {@link FailurePolicy} for what follows
     */
    void handle(TaskDelivery delivery) throws Exception;
}
