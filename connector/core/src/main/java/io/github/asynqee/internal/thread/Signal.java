package io.github.asynqee.internal.thread;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one waiting thread. A signal set while no thread waits is kept; several count as one. */
public final class Signal {

    private final Semaphore permit = new Semaphore(0);

    public void set() {
        if (permit.availablePermits() == 0) {
            permit.release();
        }
    }

    /** Forgets a signal that was permit. */
    void clear() {
        permit.drainPermits();
    }

    /** Waits for a signal, but no longer than the limit. */
    public void await(Duration limit) throws InterruptedException {
        if (permit.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            permit.drainPermits();
        }
    }
}
