package io.github.asynqee.internal.feature.limit;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;

/** Operations on the keys of limits; private, asynq has no counterpart. */
public interface LimitCommands {

    /** Maximum number of keys that one call checks. */
    int KEYS = 200;

    /** Value of {@code from} to check no running tasks. */
    int UNCHECKED = -1;

    /**
     * Checks the keys of a queue that are due, and the keys of tasks whose worker has died. Keys with capacity and
     * blocked tasks become ready, and a dequeue leases their tasks. If this worker has no limits for the queue, tasks
     * of keys that no worker checks become pending.
     *
     * @param queue the queue
     * @param rules the limits of the queue that this worker knows; empty if it has none
     * @param from the index from which running tasks are checked, as returned by the last such call; 0 at first; {@link
     *        #UNCHECKED} to check none
     * @return the result
     */
    LimitLook look(String queue, List<LimitRule> rules, int from);

    /**
     * Finds the queues with keys of limits that no worker checks. Skips queues whose node does not answer.
     *
     * @param queues the queues to examine
     * @return the queues with such keys
     */
    List<String> unattended(Collection<String> queues);

    /**
     * Result of a check.
     *
     * @param ready how many keys have tasks that may start, or how many tasks were made pending
     * @param next the time until the next check is due, {@code null} if no task is blocked
     * @param from the index from which the next call checks running tasks
     * @param postponed how many tasks were blocked until the turn of their key
     */
    record LimitLook(int ready, Duration next, int from, int postponed) {}

    /**
     * @return whether tasks of any queue can share a semaphore, because the keys of all queues are on the same server
     */
    boolean sharesSemaphores();

    /**
     * Adds a listener for checks of keys that this process plans. It receives the queue and the time until the check;
     * zero if a key has become ready. It must return at once.
     *
     * @param listener the listener
     */
    void addListener(BiConsumer<String, Duration> listener);

    /**
     * Removes a listener.
     *
     * @param listener the listener
     */
    void removeListener(BiConsumer<String, Duration> listener);
}
