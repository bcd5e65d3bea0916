package io.github.asynqee.messaging;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.periodic.PeriodicEntry;
import io.github.asynqee.redis.BrokerException;

/**
 * The application's periodic tasks; an injectable bean. Changes apply to all nodes. Each method throws a
 * {@link BrokerException} if Redis cannot be reached, and a {@link NoSuchElementException} for an unknown name.
 */
public interface PeriodicTasks {

    /**
     * @return all entries known to this node; their next and previous times only if {@code cron-enabled} is true here
     */
    List<PeriodicEntry> entries();

    /**
     * Pauses an entry until {@link #resume}, also across restarts: no tasks are enqueued at its ticks.
     *
     * @param name the entry's name
     */
    void pause(String name);

    /**
     * Ends a pause. Ticks that passed during the pause are skipped.
     *
     * @param name the entry's name
     */
    void resume(String name);

    /**
     * Enqueues a task of an entry now, even if it is paused. The entry's ticks are not affected.
     *
     * @param name the entry's name
     * @return the task; empty if its method returned {@code null}
     * @throws Exception if the method that produces the payload fails
     */
    Optional<TaskInfo> runNow(String name) throws Exception;
}
