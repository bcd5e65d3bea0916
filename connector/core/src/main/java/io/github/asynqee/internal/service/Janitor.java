package io.github.asynqee.internal.service;

import java.lang.System.Logger;
import java.util.Collection;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.MaintenanceCommands;
import io.github.asynqee.internal.feature.PerQueue;

/** Deletes completed tasks whose retention has ended (protocol section 7.12). */
public final class Janitor {

    private static final Logger LOG = System.getLogger(Janitor.class.getName());

    private final MaintenanceCommands maintenance;
    private final PerQueue queues;
    private final Supplier<? extends Collection<String>> all;
    private final Predicate<String> isServed;

    /**
     * Creates the service.
     *
     * @param maintenance the operations on queues
     * @param queues supplies all queues
     * @param isServed whether to serve a queue now
     */
    public Janitor(MaintenanceCommands maintenance, Supplier<? extends Collection<String>> queues,
            Predicate<String> isServed) {
        this.maintenance = maintenance;
        this.queues = new PerQueue(LOG,
                "completed tasks of queue {0} cannot be deleted and are retried: {1}");
        this.all = queues;
        this.isServed = isServed;
    }

    /**
     * Deletes all completed tasks whose retention has ended, in as many batches as necessary. A queue that fails does
     * not delay the others; the last failure is thrown.
     */
    public void runOnce() {
        queues.run(all.get(), isServed, this::clean);
    }

    private void clean(String queue) {
        int deleted;
        do {
            deleted = maintenance.deleteExpiredCompleted(queue);
        } while (deleted > 0);
    }
}
