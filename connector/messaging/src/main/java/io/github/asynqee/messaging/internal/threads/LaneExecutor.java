package io.github.asynqee.messaging.internal.threads;

import java.time.Duration;
import java.util.concurrent.Executor;

/** Runs handlers, one per lane at a time. */
public interface LaneExecutor extends Executor {

    /** Adds a thread for one more lane. */
    void addLane();

    /** @return the wrapper for calls of handlers on these threads */
    default CleanCalls calls() {
        return CleanCalls.PLAIN;
    }

    /**
     * Stops: rejects new work, waits for running handlers, and interrupts handlers that do not end.
     *
     * @param limit how long to wait before running handlers are interrupted
     * @return whether all handlers ended; returns shortly after the limit at the latest
     */
    boolean stop(Duration limit);
}
