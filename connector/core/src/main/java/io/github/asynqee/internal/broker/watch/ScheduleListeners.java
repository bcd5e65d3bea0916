package io.github.asynqee.internal.broker.watch;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Listeners for the times to run that are written through one broker, for scheduled tasks and retries. The forwarder
 * listens to notice a task that is due earlier than all tasks it has read from Redis. Thread-safe.
 */
public final class ScheduleListeners {

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** Receives times to run, on the thread that wrote them. Must return at once. */
    @FunctionalInterface
    public interface Listener {

        /**
         * A task may be due at a time.
         *
         * @param queue its queue
         * @param at the time to run; the task is not necessarily stored
         */
        void expect(String queue, Instant at);
    }

    /**
     * Adds a listener.
     *
     * @param listener the listener
     */
    public void add(Listener listener) {
        listeners.add(listener);
    }

    /**
     * Removes a listener.
     *
     * @param listener the listener
     */
    public void remove(Listener listener) {
        listeners.remove(listener);
    }

    /**
     * Notifies the listeners that a task with a time to run was stored, or may have been.
     *
     * @param queue its queue
     * @param at the time to run
     */
    public void written(String queue, Instant at) {
        listeners.forEach(listener -> listener.expect(queue, at));
    }
}
