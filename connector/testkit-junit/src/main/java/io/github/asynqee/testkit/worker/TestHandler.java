package io.github.asynqee.testkit.worker;

/** Handles the tasks of a {@link TestWorker}. */
@FunctionalInterface
public interface TestHandler {

    /**
     * Handles one task. A normal return means done.
     *
     * @param task the task
     * @throws Exception if the task failed; the failure policy of the worker decides its outcome. An
     *         {@link AssertionError} also fails {@link TestWorker#drain()}
     */
    void handle(TestTask task) throws Exception;
}
