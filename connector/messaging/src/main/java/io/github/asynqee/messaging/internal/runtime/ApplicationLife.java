package io.github.asynqee.messaging.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;

/**
 * Tracks whether the application is running, and stops parts of the connector when it ends. An application whose
 * start fails ends without the event {@code BeforeDestroyed}.
 */
public final class ApplicationLife {

    private static final Logger LOG = System.getLogger(ApplicationLife.class.getName());

    private final BooleanSupplier contexts;
    private final Deque<Runnable> atEnd = new ArrayDeque<>();

    /**
     * Creates the tracker.
     *
     * @param contexts whether the contexts of the application are active; a failure means that they are not
     */
    public ApplicationLife(BooleanSupplier contexts) {
        this.contexts = contexts;
    }

    /** Adds an action to run at the end, in reverse order of addition. */
    synchronized void atEnd(Runnable stop) {
        atEnd.push(stop);
    }

    /** Whether the application's beans can be used. */
    boolean isAlive() {
        try {
            return contexts.getAsBoolean();
        } catch (RuntimeException | LinkageError e) {
            LOG.log(Level.DEBUG, "asynq: the contexts of the application cannot be used", e);
            return false;
        }
    }

    /** Stops everything that is still running, after the application's beans are destroyed. */
    public synchronized void end() {
        while (!atEnd.isEmpty()) {
            atEnd.pop().run();
        }
    }
}
