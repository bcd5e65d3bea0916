package io.github.asynqee.messaging.internal.threads;

import java.time.Duration;
import java.util.concurrent.Executor;

/** Runs handlers: as many at once as there are lanes. */
public interface LaneExecutor extends Executor {

    /** Makes room for one more lane. */
    void addLane();

    /** @return whether a thread that has run a task may run the next one, rather than giving it back first */
    boolean reusesThreads();

    /**
     * Stops: takes nothing new, waits for what runs and interrupts what does not end.
     *
     * @param limit how long running handlers are waited for before they are interrupted
     * @return whether all have ended, shortly after the limit at the latest
     */
    boolean stop(Duration limit);
}
