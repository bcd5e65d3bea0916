package io.github.asynqee.internal.redis.connection;

/** Counts commands. Called by the threads that send them. */
public interface CommandMeter {

    /**
     * Commands were sent and all replies arrived.
     *
     * @param nanos time between, in nanoseconds
     */
    void roundTrip(long nanos);

    /** A command failed. */
    void commandFailed();
}
