package io.github.asynqee.periodic;

import java.time.Instant;

/** Produces what a periodic task is enqueued with, anew for each tick and on one node only. */
@FunctionalInterface
public interface PayloadSource {

    /**
     * Produces a payload.
     *
     * @param tick for which time
     * @return the payload; or an {@code io.github.asynqee.Task} with options of its own; or {@code null} for no task
     *         this time
     * @throws Exception if there is none; it is asked again a little later
     */
    Object produce(Instant tick) throws Exception;
}
