package io.github.asynqee.internal.thread;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one waiting thread. A signal given while nobody waits is kept; several count as one. */
public final class Signal {

    private final Semaphore given = new Semaphore(0);

    public void set() {
        if (given.availablePermits() == 0) {
            given.release();
        }
    }

    /** Forgets a signal that was given. */
    void clear() {
        given.drainPermits();
    }

    /** Waits for a signal, but no longer than the limit. */
    public void await(Duration limit) throws InterruptedException {
        if (given.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            given.drainPermits();
        }
    }
}
