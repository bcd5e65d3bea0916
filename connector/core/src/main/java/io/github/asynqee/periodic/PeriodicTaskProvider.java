package io.github.asynqee.periodic;

import java.util.Collection;

/**
 * Supplies a changing set of periodic tasks, as asynq's PeriodicTaskManager does (protocol section 8.3). Asked at the
 * start and again and again.
 */
@FunctionalInterface
public interface PeriodicTaskProvider {

    /**
     * All periodic tasks there are to be now. One whose name, queue or type is new is a new entry; whatever else differs
     * changes the entry.
     *
     * @return the tasks; their names must differ
     * @throws Exception if they cannot be told: at the start the scheduler does not start then, later everything stays as
     *         it is
     */
    Collection<PeriodicTask> periodicTasks() throws Exception;
}
