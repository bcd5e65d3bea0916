package io.github.asynqee.internal.delivery;

import java.time.Clock;
import java.time.Instant;

import io.github.asynqee.worker.DeadlineExceededException;

/** Fails attempts whose deadline has passed and interrupts their handlers. */
public final class DeadlineMonitor {

    private final Clock clock;

    public DeadlineMonitor(Clock clock) {
        this.clock = clock;
    }

    public void runOnce(Iterable<? extends Delivery> inFlight) {
        Instant now = clock.instant();
        for (Delivery delivery : inFlight) {
            if (now.isAfter(delivery.deadline()) && !delivery.isClaimed()) {
                delivery.fail(new DeadlineExceededException());
                delivery.cancel();
            }
        }
    }
}
