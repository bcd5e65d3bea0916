package io.github.asynqee.internal.cron;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.periodic.PeriodicEntry;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.periodic.PeriodicTaskProvider;

/**
 * Synchronizes the entries of a scheduler with a {@link PeriodicTaskProvider} (protocol section 8.3). Entries from
 * other sources are not changed.
 */
public final class PeriodicTaskManager {

    private static final Logger LOG = System.getLogger(PeriodicTaskManager.class.getName());

    private final PeriodicScheduler scheduler;
    private final PeriodicTaskProvider provider;
    private Set<String> present = Set.of();

    /**
     * Creates the manager; the provider is not called yet.
     *
     * @param scheduler the scheduler of the entries
     * @param provider supplies the periodic tasks
     */
    public PeriodicTaskManager(PeriodicScheduler scheduler, PeriodicTaskProvider provider) {
        this.scheduler = scheduler;
        this.provider = provider;
    }

    /**
     * Calls the provider for the first time.
     *
     * @throws InvalidTaskException if the provider fails, or one of its tasks cannot be used
     */
    public void load() {
        try {
            apply(supplied());
        } catch (InvalidTaskException e) {
            throw e;
        } catch (Exception e) {
            InvalidTaskException failure = new InvalidTaskException(
                    "periodic tasks of " + provider.getClass().getName() + ": " + e);
            failure.initCause(e);
            throw failure;
        }
    }

    /** Calls the provider again. If it fails, or one of its tasks cannot be used, no entry changes. */
    public void runOnce() {
        try {
            apply(supplied());
        } catch (Exception | Error e) {
            LOG.log(Level.ERROR,
                    "periodic tasks of " + provider.getClass().getName()
                            + " cannot be refreshed and are not changed",
                    e);
        }
    }

    private Map<String, PeriodicTask> supplied() throws Exception {
        Collection<PeriodicTask> supplied = provider.periodicTasks();
        Map<String, PeriodicTask> tasks = new LinkedHashMap<>();
        if (supplied == null) {
            throw new InvalidTaskException("periodic tasks of " + provider.getClass().getName() + ": null");
        }
        Set<String> others = new HashSet<>(scheduler.entries().stream().map(PeriodicEntry::name).toList());
        others.removeAll(present);
        for (PeriodicTask task : supplied) {
            if (task == null) {
                throw new InvalidTaskException("periodic tasks of " + provider.getClass().getName() + ": one is null");
            }
            if (tasks.put(task.name(), task) != null || others.contains(task.name())) {
                throw new InvalidTaskException("there are two periodic tasks with the name \"" + task.name() + "\"");
            }
            scheduler.check(task);
        }
        return tasks;
    }

    private void apply(Map<String, PeriodicTask> tasks) {
        List<String> gone = new ArrayList<>(present);
        gone.removeAll(tasks.keySet());
        gone.forEach(scheduler::remove);
        tasks.values().forEach(scheduler::put);
        present = Set.copyOf(tasks.keySet());
    }
}
