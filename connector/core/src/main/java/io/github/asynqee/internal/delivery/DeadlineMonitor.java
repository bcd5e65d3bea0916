package io.github.asynqee.internal.delivery;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Instant;

import io.github.asynqee.worker.DeadlineExceededException;

/** Fails attempts whose deadline has passed and interrupts their handlers. */
public final class DeadlineMonitor {

    private static final Logger LOG = System.getLogger(DeadlineMonitor.class.getName());

    private final Clock clock;

    public DeadlineMonitor(Clock clock) {
        this.clock = clock;
    }

    public void runOnce(Iterable<? extends Delivery> inFlight) {
        Instant now = clock.instant();
        for (Delivery delivery : inFlight) {
            if (now.isAfter(delivery.deadline()) && !delivery.isClaimed()) {
                end(delivery);
            }
        }
    }

    /** Fails an attempt. An exception must not prevent the monitor from failing other attempts. */
    private static void end(Delivery delivery) {
        try {
            delivery.fail(new DeadlineExceededException());
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, delivery + " has passed its deadline, but cannot be ended", e);
        } finally {
            delivery.cancel();
        }
    }
}
