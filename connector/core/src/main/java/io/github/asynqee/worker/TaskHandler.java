package io.github.asynqee.worker;

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
