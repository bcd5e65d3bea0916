package io.github.asynqee.internal.lane;

import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.worker.FailurePolicy;

/** Handles tasks in plain Java. */
@FunctionalInterface
public interface TaskHandler {

    /**
     * Handles one task. A normal return means done.
     *
     * @param delivery the task; settled by the lane, unless the handler has done so
     * @throws Exception if the task failed; {@link FailurePolicy} decides its outcome
     */
    void handle(TaskDelivery delivery) throws Exception;
}
