package io.github.asynqee.testkit.worker;

/** Handles the groups of a {@link TestWorker}. */
@FunctionalInterface
public interface TestGroupHandler {

    /**
     * Handles the tasks of a group together. A normal return completes all tasks.
     *
     * @param group the tasks
     * @throws Exception if all tasks failed; the worker's failure policy determines the outcome of each task. An
     *         {@link AssertionError} also fails {@link TestWorker#drain()}
     */
    void handle(TestGroup group) throws Exception;
}
