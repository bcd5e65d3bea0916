package io.github.asynqee.broker;

import java.time.Duration;

/**
 * Waits until a queue has tasks, without taking or changing any. Used by one thread, but closed by any.
 */
public interface PendingPeek extends AutoCloseable {

    /**
     * Waits until a task is pending. Whether the queue is paused does not matter.
     *
     * @param limit how long to wait at most
     * @return whether a task is pending
     * @throws BrokerException if Redis cannot be asked; the next call tries anew
     */
    boolean await(Duration limit);

    /** Ends a waiting call and gives the connection back. */
    @Override
    void close();
}
