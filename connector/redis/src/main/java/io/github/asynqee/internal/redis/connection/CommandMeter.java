package io.github.asynqee.internal.redis.connection;

/** Counts commands. Called by the threads that send them. */
public interface CommandMeter {

    /** Counts nothing. */
    CommandMeter NONE = new CommandMeter() {

        @Override
        public void roundTrip(long nanos) {
            // not counted
        }

        @Override
        public void commandFailed() {
            // not counted
        }
    };

    /**
     * Commands were sent and all replies arrived.
     *
     * @param nanos time between, in nanoseconds
     */
    void roundTrip(long nanos);

    /** A command failed. */
    void commandFailed();
}
