package io.github.asynqee.internal.broker;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The times to run that are written through one broker: of tasks it schedules and of failed tasks. Whoever forwards tasks
 * learns from it that something may be due earlier than Redis said when it was last asked. Thread-safe.
 */
public final class ScheduleListeners {

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** Is told of times to run. Called on the thread that has written them: must return at once. */
    @FunctionalInterface
    public interface Listener {

        /**
         * A task may be due.
         *
         * @param queue its queue
         * @param at when; the task may not be stored after all
         */
        void expect(String queue, Instant at);
    }

    /**
     * Tells a listener of all times from now on.
     *
     * @param listener the listener
     */
    public void add(Listener listener) {
        listeners.add(listener);
    }

    /**
     * Tells a listener nothing any more.
     *
     * @param listener the listener
     */
    public void remove(Listener listener) {
        listeners.remove(listener);
    }

    /**
     * Says that a task was stored to run later, or may have been.
     *
     * @param queue its queue
     * @param at when
     */
    public void written(String queue, Instant at) {
        listeners.forEach(listener -> listener.expect(queue, at));
    }
}
