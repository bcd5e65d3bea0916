package io.github.asynqee.event;

/** Receives task events. Called on the threads that send commands to Redis: must return quickly and must not throw. */
@FunctionalInterface
public interface TaskListener {

    /** Ignores all events. */
    TaskListener NONE = event -> {
    };

    /**
     * Handles an event.
     *
     * @param event the event
     */
    void on(TaskEvent event);

    /**
     * Whether events of a type are to be created for this listener. Called often: must be cheap.
     *
     * @param type the type of the event
     * @return true by default
     */
    default boolean listensTo(Class<? extends TaskEvent> type) {
        return true;
    }
}
