package io.github.asynqee.periodic;

import java.util.Collection;

/**
 * Supplies a changing set of periodic tasks, as the configuration provider of asynq's PeriodicTaskManager does
 * (protocol section 8.3). Called at the start of the scheduler and periodically afterwards.
 */
@FunctionalInterface
public interface PeriodicTaskProvider {

    /**
     * Returns all periodic tasks that are to be scheduled. A task with a new name, queue or type is a new entry; any
     * other difference changes the existing entry.
     *
     * @return the tasks, with different names
     * @throws Exception if the tasks cannot be determined. At the start the scheduler then fails to start; later all
     *         entries remain unchanged
     */
    Collection<PeriodicTask> periodicTasks() throws Exception;
}
