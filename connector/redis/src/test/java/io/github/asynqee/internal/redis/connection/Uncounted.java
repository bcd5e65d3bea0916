package io.github.asynqee.internal.redis.connection;

/** Counts nothing. */
public final class Uncounted implements CommandMeter {

    @Override
    public void roundTrip(long nanos) {
        // not counted
    }

    @Override
    public void commandFailed() {
        // not counted
    }
}
