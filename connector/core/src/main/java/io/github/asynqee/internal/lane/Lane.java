package io.github.asynqee.internal.lane;

import io.github.asynqee.internal.delivery.Delivery;

/**
 * One handler slot: runs one task at a time. A lane says that it is free with {@link Channel#ready(Lane)}, gets one
 * delivery, and says so again when it can take the next.
 */
@FunctionalInterface
public interface Lane {

    /**
     * Takes a delivery. Called on the worker's own threads: hands the work to another thread and returns at once.
     *
     * @param delivery the task to run
     */
    void deliver(Delivery delivery);
}
