package io.github.asynqee.internal.delivery;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.worker.LeaseExpiredException;

/**
 * Extends the leases of all tasks in flight: running, waiting for a lane or waiting for their outcome to be written. If
 * the lease of a task is lost, its handler is interrupted and no outcome is written.
 */
public final class LeaseExtender {

    private static final Logger LOG = System.getLogger(LeaseExtender.class.getName());

    private final WorkerCommands commands;
    private final Clock clock;
    private final TaskEvents events;
    private final WorkerMetrics metrics;

    public LeaseExtender(WorkerCommands commands, Clock clock, TaskEvents events, WorkerMetrics metrics) {
        this.commands = commands;
        this.clock = clock;
        this.events = events;
        this.metrics = metrics;
    }

    public void runOnce(Collection<TaskDelivery> inFlight) {
        Map<Lease, TaskDelivery> held = new HashMap<>();
        Instant now = clock.instant();
        for (TaskDelivery delivery : inFlight) {
            if (delivery.lease().isValid(now)) {
                held.put(delivery.lease(), delivery);
            } else if (!delivery.isOutcomeClaimed()) {
                lost(delivery);
            }
        }
        if (held.isEmpty()) {
            return;
        }
        List<Lease> lost = commands.extend(held.keySet());
        metrics.leasesExtended(held.size() - lost.size());
        for (Lease lease : lost) {
            TaskDelivery delivery = held.get(lease);
            if (!delivery.isOutcomeClaimed()) {
                lost(delivery);
            }
        }
    }

    private void lost(TaskDelivery delivery) {
        LOG.log(Level.WARNING,
                "asynq: task lease expired: {0} was recovered by another worker or will be; its handler is interrupted",
                delivery.message());
        metrics.leaseLost();
        events.failed(delivery.message(), new LeaseExpiredException());
        delivery.leaseLost();
    }
}
