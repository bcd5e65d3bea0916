package io.github.asynqee.event;

/** Is told what happens to tasks. Called on the threads that talk to Redis: must return quickly, and may not throw. */
@FunctionalInterface
public interface TaskListener {

    /** Wants to know nothing. */
    TaskListener NONE = event -> {
    };

    /**
     * Something happened.
     *
     * @param event what happened
     */
    void on(TaskEvent event);
}
