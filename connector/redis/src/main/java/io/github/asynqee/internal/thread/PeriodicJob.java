package io.github.asynqee.internal.thread;

import java.time.Duration;

/** The job of a {@link PeriodicThread}. */
@FunctionalInterface
public interface PeriodicJob {

    /** The rest of a job that has nothing to do until it is woken. */
    Duration UNTIL_WOKEN = Signal.FOREVER;

    /**
     * Runs the job once.
     *
     * @return the rest before the next run; a wake-up ends it early
     * @throws InterruptedException if the thread was interrupted, which counts as a failure
     */
    Duration runOnce() throws InterruptedException;

    /** @return the signal that ends a rest early; read once. Overridden by jobs that wake their own thread */
    default Signal wakeup() {
        return new Signal();
    }

    /** @return the rest that a wake-up does not end; limits the rate of runs */
    default Duration minRest() {
        return Duration.ofMillis(5);
    }

    /** Called by the thread that stops this one, to end a run in progress early. */
    default void stopping() {
        // most runs are short
    }

    /** Called once on the job's thread, after the last run. */
    default void end() {
        // most jobs leave nothing behind
    }
}
