package io.github.asynqee.service;

import java.util.Collection;
import java.util.List;

import io.github.asynqee.broker.Maintenance;

/** Deletes completed tasks whose retention has ended (protocol section 7.12). */
public final class Janitor {

    private final Maintenance maintenance;
    private final List<String> queues;

    /**
     * Creates the service.
     *
     * @param maintenance the operations it needs
     * @param queues the queues it serves
     */
    public Janitor(Maintenance maintenance, Collection<String> queues) {
        this.maintenance = maintenance;
        this.queues = List.copyOf(queues);
    }

    /** Deletes everything whose retention has ended, in as many batches as it takes. */
    public void runOnce() {
        for (String queue : queues) {
            int deleted;
            do {
                deleted = maintenance.deleteExpiredCompleted(queue);
            } while (deleted > 0);
        }
    }
}
