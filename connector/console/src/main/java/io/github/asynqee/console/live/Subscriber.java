package io.github.asynqee.console.live;

/** A viewer of live updates. */
public interface Subscriber {

    /**
     * Sends an event without waiting.
     *
     * @param name {@code overview}, {@code queues}, {@code jobs} or {@code stale}; {@code null} for a heartbeat
     * @param json the data; {@code null} for a heartbeat
     * @return false if the viewer is gone or too slow: it gets no more events
     */
    boolean send(String name, String json);

    /** Ends the stream. */
    void end();
}
