package io.github.asynqee.bench.peers.app;

import java.util.List;

/** A job system as an application uses it. Its handler passes each payload to {@link Ledger#started(byte[])}. */
public interface JobSystem extends AutoCloseable {

    /** Stores tasks one after the other, like a thread that waits until each task is stored. */
    void enqueueEach(List<byte[]> payloads);

    /** Stores many tasks at once, with the system's own means for this; returns when all are stored. */
    void enqueueAll(List<byte[]> payloads);

    /** Stops taking tasks, or takes them again. */
    void pause(boolean paused);

    /** The number of tasks that wait or run. */
    long left();

    /** Discards all results. All tasks have ended. */
    default void forget() {}

    @Override
    default void close() {}
}
