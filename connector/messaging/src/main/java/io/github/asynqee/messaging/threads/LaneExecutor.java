package io.github.asynqee.messaging.threads;

import java.time.Duration;
import java.util.concurrent.Executor;

/** Runs handlers: as many at once as there are lanes. */
public interface LaneExecutor extends Executor {

    /** Makes room for one more lane. */
    void addLane();

    /**
     * Stops: takes nothing new, waits for what runs and interrupts what does not end.
     *
     * @param limit how long running handlers are waited for before they are interrupted
     * @return whether all have ended, shortly after the limit at the latest
     */
    boolean stop(Duration limit);
}
