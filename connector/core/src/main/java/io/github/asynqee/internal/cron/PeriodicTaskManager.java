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
 * Keeps the entries of a scheduler as a {@link PeriodicTaskProvider} wants them (protocol section 8.3). Does not touch
 * entries that come from elsewhere.
 */
public final class PeriodicTaskManager {

    private static final Logger LOG = System.getLogger(PeriodicTaskManager.class.getName());

    private final PeriodicScheduler scheduler;
    private final PeriodicTaskProvider provider;
    private Set<String> present = Set.of();

    /**
     * Creates it; the provider is not asked yet.
     *
     * @param scheduler whose entries they are
     * @param provider supplies them
     */
    public PeriodicTaskManager(PeriodicScheduler scheduler, PeriodicTaskProvider provider) {
        this.scheduler = scheduler;
        this.provider = provider;
    }

    /**
     * Asks for the first time.
     *
     * @throws InvalidTaskException if the provider fails, or one of its tasks cannot be used
     */
    public void load() {
        try {
            apply(ask());
        } catch (InvalidTaskException e) {
            throw e;
        } catch (Exception e) {
            InvalidTaskException failure = new InvalidTaskException(
                    "periodic tasks of " + provider.getClass().getName() + ": " + e);
            failure.initCause(e);
            throw failure;
        }
    }

    /** Asks again. If the provider fails, or one of its tasks cannot be used, everything stays as it is. */
    public void runOnce() {
        try {
            apply(ask());
        } catch (Exception | Error e) {
            LOG.log(Level.ERROR,
                    "periodic tasks of " + provider.getClass().getName()
                            + " stay as they are: they cannot be refreshed",
                    e);
        }
    }

    private Map<String, PeriodicTask> ask() throws Exception {
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
                throw new InvalidTaskException("there are two periodic tasks of the name \"" + task.name() + "\"");
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
