package io.github.asynqee.internal.thread;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * The time limit of a stop for waiting for threads, which may wait for Redis. All steps of the stop share this time.
 * Thread-safe.
 */
public final class StopTime {

    private static final long LOOK_MILLIS = 20;

    private final AtomicLong end;
    private final BooleanSupplier hopeless;

    private StopTime(AtomicLong end, BooleanSupplier hopeless) {
        this.end = end;
        this.hopeless = hopeless;
    }

    /**
     * Creates a time limit that begins now.
     *
     * @param limit the maximum wait of all steps together
     */
    public static StopTime of(Duration limit) {
        return new StopTime(new AtomicLong(System.nanoTime() + limit.toNanos()), () -> false);
    }

    /**
     * Returns the same time limit, for steps that may end early.
     *
     * @param silent called from time to time; returns true if waiting has become useless
     */
    public StopTime unless(BooleanSupplier silent) {
        return new StopTime(end, silent);
    }

    /** Returns a shorter time limit, which begins now and ends no later than this one. */
    public StopTime atMost(Duration limit) {
        return new StopTime(new AtomicLong(Math.min(end.get(), System.nanoTime() + limit.toNanos())), hopeless);
    }

    /** Runs work that has its own time limit. The duration of the work does not count as part of this time. */
    public void exclude(Runnable work) {
        long begin = System.nanoTime();
        try {
            work.run();
        } finally {
            end.addAndGet(System.nanoTime() - begin);
        }
    }

    /** Waits until a thread has ended; returns whether it has. */
    public boolean join(Thread thread) {
        try {
            boolean useful = true;
            for (long left = leftMillis(); useful && thread.isAlive() && left > 0; left = leftMillis()) {
                thread.join(Math.min(left, LOOK_MILLIS));
                useful = !hopeless.getAsBoolean();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    private long leftMillis() {
        return TimeUnit.NANOSECONDS.toMillis(end.get() - System.nanoTime());
    }
}
