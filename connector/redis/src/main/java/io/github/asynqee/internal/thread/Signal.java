package io.github.asynqee.internal.thread;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one waiting thread. A signal set while no thread waits is kept; several count as one. */
public final class Signal {

    static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    private final Semaphore permit = new Semaphore(0);

    public void set() {
        if (permit.availablePermits() == 0) {
            permit.release();
        }
    }

    /** Clears a signal that was set. */
    void clear() {
        permit.drainPermits();
    }

    /** Waits for a signal, at most for the limit; without limit for {@link PeriodicJob#UNTIL_WOKEN}. */
    public void await(Duration limit) throws InterruptedException {
        if (limit.equals(FOREVER)) {
            permit.acquire();
            permit.drainPermits();
        } else if (permit.tryAcquire(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS)) {
            permit.drainPermits();
        }
    }
}
