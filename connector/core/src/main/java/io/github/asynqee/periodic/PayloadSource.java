package io.github.asynqee.periodic;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/** Supplies the payloads of a periodic task. Called once for each tick, on one node only. */
@FunctionalInterface
public interface PayloadSource {

    /**
     * Supplies the payload for a tick.
     *
     * @param tick the scheduled time
     * @return the payload; or an {@code io.github.asynqee.Task} with its own options; or {@code null} to skip this tick
     * @throws Exception if no payload can be supplied; the call is repeated after a delay
     */
    @Nullable
    Object produce(Instant tick) throws Exception;
}
