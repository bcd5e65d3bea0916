package io.github.asynqee.internal.feature.limit;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Operations on the keys of limits; private, asynq has no counterpart. */
public interface LimitCommands {

    /** How many keys one call looks at. */
    int KEYS = 200;

    /** Of the tasks that run none is checked. */
    int UNCHECKED = -1;

    /**
     * Looks at the keys of a queue whose time has come: tasks that wait for them are made pending, as many as may start.
     *
     * @param queue the queue
     * @param rules the limits of the queue that this worker knows
     * @param from the index from which the tasks that run are checked, as the last call that did returned it; 0 at first;
     *        {@link #UNCHECKED} if none are
     * @return what was found
     */
    LimitLook look(String queue, List<LimitRule> rules, int from);

    /**
     * Result of a look.
     *
     * @param moved how many tasks were made pending
     * @param next in how long the next look is due, {@code null} if no task waits
     * @param from the index from which the next call checks the tasks that run
     * @param postponed how many tasks were lined up by their keys, which take turns
     */
    record LimitLook(int moved, Duration next, int from, int postponed) {}

    /** @return whether tasks of any queue can share a semaphore: its key and theirs are on the same server */
    boolean sharesSemaphores();

    /**
     * Adds a listener that gets in how long a look is due that a dequeue of this process has planned. Must return at once.
     *
     * @param listener the listener
     */
    void addListener(Consumer<Duration> listener);

    /**
     * Removes a listener.
     *
     * @param listener the listener
     */
    void removeListener(Consumer<Duration> listener);
}
