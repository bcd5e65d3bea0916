package io.github.asynqee.messaging.cron;

import java.util.List;
import java.util.Optional;

import io.github.asynqee.schedule.PeriodicEntry;
import io.github.asynqee.schedule.PeriodicScheduler;
import io.github.asynqee.task.TaskInfo;

/**
 * The application's periodic tasks, to be injected. What is done to one is done for all nodes. Throws
 * {@code io.github.asynqee.broker.BrokerException} if Redis cannot be reached, and
 * {@link java.util.NoSuchElementException} for a name that does not exist.
 */
public final class PeriodicTasks {

    private final PeriodicScheduler scheduler;

    /**
     * Creates it; done by the container.
     *
     * @param scheduler the application's scheduler
     */
    public PeriodicTasks(PeriodicScheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** @return all entries, as this node knows them; next and previous times only where {@code cron-enabled} */
    public List<PeriodicEntry> entries() {
        return scheduler.entries();
    }

    /**
     * Lets ticks pass without a task, through restarts too, until {@link #resume}.
     *
     * @param name the entry's name
     */
    public void pause(String name) {
        scheduler.pause(name);
    }

    /**
     * Ends a pause. What was due meanwhile is not made up.
     *
     * @param name the entry's name
     */
    public void resume(String name) {
        scheduler.resume(name);
    }

    /**
     * Enqueues a task of an entry now, also if it is paused. Its ticks go on as if nothing had happened.
     *
     * @param name the entry's name
     * @return the task; empty if its method has returned {@code null}
     * @throws Exception if the method that produces the payload fails
     */
    public Optional<TaskInfo> runNow(String name) throws Exception {
        return scheduler.runNow(name);
    }
}
