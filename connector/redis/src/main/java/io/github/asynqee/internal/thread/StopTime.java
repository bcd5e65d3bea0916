package io.github.asynqee.internal.thread;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * How long a stop still waits for threads that may wait for Redis. All its steps share the time: what one needs, the others
 * do not have. Thread-safe.
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
     * The time begins now.
     *
     * @param limit the longest wait
     */
    public static StopTime of(Duration limit) {
        return new StopTime(new AtomicLong(System.nanoTime() + limit.toNanos()), () -> false);
    }

    /**
     * The same time, for steps that end early.
     *
     * @param silent asked every now and then whether waiting has become useless
     */
    public StopTime unless(BooleanSupplier silent) {
        return new StopTime(end, silent);
    }

    /** A part of this time, from now on. */
    public StopTime atMost(Duration limit) {
        return new StopTime(new AtomicLong(Math.min(end.get(), System.nanoTime() + limit.toNanos())), hopeless);
    }

    /** Does what has a time limit of its own, and is not part of this time. */
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
