package io.github.asynqee.worker;

import java.time.Clock;
import java.time.Instant;

/** Ends attempts whose deadline has passed: they fail, and their handlers are interrupted. */
final class DeadlineWatch {

    private final Clock clock;

    DeadlineWatch(Clock clock) {
        this.clock = clock;
    }

    void runOnce(Iterable<? extends Delivery> inFlight) {
        Instant now = clock.instant();
        for (Delivery delivery : inFlight) {
            if (now.isAfter(delivery.deadline()) && !delivery.isDecided()) {
                delivery.fail(new DeadlineExceededException());
                delivery.cancel();
            }
        }
    }
}
