package io.github.asynqee.internal.thread;

import java.time.Duration;

/** What a {@link PeriodicThread} does again and again. */
@FunctionalInterface
public interface PeriodicJob {

    /**
     * Does it once.
     *
     * @return how long the thread may rest, unless it is {@linkplain PeriodicThread#wake() woken}
     */
    Duration runOnce();

    /** Called once, on the same thread, when it will not be done again. */
    default void end() {
        // most have nothing to clear away
    }
}
