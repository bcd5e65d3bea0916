package io.github.asynqee.testkit.worker;

/** Handles the tasks of a {@link TestWorker}. */
@FunctionalInterface
public interface TestHandler {

    /**
     * Handles a task. A normal return completes it.
     *
     * @param task the task
     * @throws Exception if the task failed; the worker's failure policy determines its outcome. An
     *         {@link AssertionError} also fails {@link TestWorker#drain()}
     */
    void handle(TestTask task) throws Exception;
}
