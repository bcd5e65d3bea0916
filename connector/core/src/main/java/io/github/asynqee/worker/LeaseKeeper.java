package io.github.asynqee.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.broker.Lease;
import io.github.asynqee.broker.Working;
import io.github.asynqee.service.LeaseExpiredException;
import io.github.asynqee.service.TaskEvents;

/**
 * Extends the leases of all tasks in flight: running, waiting for a lane or waiting to be written. A task whose lease
 * was lost is somebody else's: its handler is interrupted and nothing is written.
 */
final class LeaseKeeper {

    private static final Logger LOG = System.getLogger(LeaseKeeper.class.getName());

    private final Working working;
    private final Clock clock;
    private final TaskEvents events;

    LeaseKeeper(Working working, Clock clock, TaskEvents events) {
        this.working = working;
        this.clock = clock;
        this.events = events;
    }

    void runOnce(Collection<TaskDelivery> inFlight) {
        Map<Lease, TaskDelivery> held = new HashMap<>();
        Instant now = clock.instant();
        for (TaskDelivery delivery : inFlight) {
            if (delivery.lease().isValid(now)) {
                held.put(delivery.lease(), delivery);
            } else if (!delivery.isDecided()) {
                lost(delivery);
            }
        }
        if (held.isEmpty()) {
            return;
        }
        List<Lease> lost = working.extend(held.keySet());
        for (Lease lease : lost) {
            TaskDelivery delivery = held.get(lease);
            if (!delivery.isDecided()) {
                lost(delivery);
            }
        }
    }

    private void lost(TaskDelivery delivery) {
        LOG.log(Level.WARNING, "asynq: task lease expired: {0} is not this worker''s any more", delivery.message());
        events.failed(delivery.message(), new LeaseExpiredException());
        delivery.abandon();
    }
}
