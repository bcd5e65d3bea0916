package io.github.asynqee.service;

import java.util.Collection;
import java.util.List;

import io.github.asynqee.broker.Maintenance;

/** Makes scheduled and failed tasks that are due ready to run (protocol section 7.12). */
public final class Forwarder {

    private final Maintenance maintenance;
    private final List<String> queues;

    /**
     * Creates the service.
     *
     * @param maintenance the operations it needs
     * @param queues the queues it serves
     */
    public Forwarder(Maintenance maintenance, Collection<String> queues) {
        this.maintenance = maintenance;
        this.queues = List.copyOf(queues);
    }

    /** Forwards everything that is due now, in as many batches as it takes. */
    public void runOnce() {
        for (String queue : queues) {
            int due;
            do {
                due = maintenance.forward(queue);
            } while (due > 0);
        }
    }
}
