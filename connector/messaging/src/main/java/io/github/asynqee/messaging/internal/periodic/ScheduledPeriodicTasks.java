package io.github.asynqee.messaging.internal.periodic;

import java.util.List;
import java.util.Optional;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.cron.PeriodicScheduler;
import io.github.asynqee.messaging.PeriodicTasks;
import io.github.asynqee.periodic.PeriodicEntry;

/**
 * The periodic tasks of a scheduler.
 *
 * @param scheduler the application's scheduler
 */
public record ScheduledPeriodicTasks(PeriodicScheduler scheduler) implements PeriodicTasks {

    @Override
    public List<PeriodicEntry> entries() {
        return scheduler.entries();
    }

    @Override
    public void pause(String name) {
        scheduler.pause(name);
    }

    @Override
    public void resume(String name) {
        scheduler.resume(name);
    }

    @Override
    public Optional<TaskInfo> runNow(String name) throws Exception {
        return scheduler.runNow(name);
    }
}
