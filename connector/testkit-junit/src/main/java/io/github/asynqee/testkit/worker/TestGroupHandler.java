package io.github.asynqee.testkit.worker;

/** Handles the groups of a {@link TestWorker}. */
@FunctionalInterface
public interface TestGroupHandler {

    /**
     * Handles tasks of a group together. A normal return means that all of them are done.
     *
     * @param group the tasks
     * @throws Exception if all of them failed; the failure policy of the worker decides the outcome of each. An
     *         {@link AssertionError} also fails {@link TestWorker#drain()}
     */
    void handle(TestGroup group) throws Exception;
}
