package io.github.asynqee.internal.lane;

import io.github.asynqee.internal.delivery.Delivery;

/**
 * One slot of a channel's concurrency: runs one delivery at a time. A lane calls {@link Channel#ready(Lane)} when it is
 * free, receives one delivery, and calls it again when it can take the next.
 */
@FunctionalInterface
public interface Lane {

    /**
     * Takes a delivery. Called on the worker's threads: must hand the work to another thread and return at once.
     *
     * @param delivery the task or group to run
     */
    void deliver(Delivery delivery);
}
