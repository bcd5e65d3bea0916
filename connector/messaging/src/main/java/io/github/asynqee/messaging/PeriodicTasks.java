package io.github.asynqee.messaging;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

import io.github.asynqee.BrokerException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.periodic.PeriodicEntry;

/**
 * The application's periodic tasks; a bean to be injected. Changes apply to all nodes. Each method throws a
 * {@link BrokerException} if Redis cannot be reached, and a {@link NoSuchElementException} for an unknown name.
 */
public interface PeriodicTasks {

    /** @return all entries, as this node knows them; next and previous times only where {@code cron-enabled} */
    List<PeriodicEntry> entries();

    /**
     * Pauses an entry: its ticks pass without a task, through restarts too, until {@link #resume}.
     *
     * @param name the entry's name
     */
    void pause(String name);

    /**
     * Ends a pause. Ticks that passed during the pause are not made up for.
     *
     * @param name the entry's name
     */
    void resume(String name);

    /**
     * Enqueues a task of an entry now, also if it is paused. Does not affect its ticks.
     *
     * @param name the entry's name
     * @return the task; empty if its method has returned {@code null}
     * @throws Exception if the method that produces the payload fails
     */
    Optional<TaskInfo> runNow(String name) throws Exception;
}
