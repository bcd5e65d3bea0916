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
        Map<Lease, TaskDelivery> running = new HashMap<>();
        inFlight.forEach(delivery -> running.put(delivery.lease(), delivery));
        if (running.isEmpty()) {
            return;
        }
        try {
            List<Lease> unsettled = running.keySet().stream().filter(lease -> !lease.isMaybeSettled()).toList();
            List<Lease> lost = commands.extend(unsettled);
            metrics.leasesExtended(unsettled.size() - lost.size());
            lost.forEach(lease -> lost(running.get(lease)));
        } finally {
            // expired leases are lost even if Redis is unavailable
            Instant now = clock.instant();
            running.values().stream().filter(delivery -> !delivery.lease().isValid(now)).forEach(this::lost);
        }
    }

    private void lost(TaskDelivery delivery) {
        if (delivery.isClaimed()) {
            return;
        }
        LOG.log(Level.WARNING,
                "the lease of {0} is lost: it has expired, another worker has the task, or Redis has lost its data; its handler is interrupted",
                delivery.message());
        metrics.leaseLost();
        events.failed(delivery.message(), new LeaseExpiredException());
        delivery.abandon();
    }
}
