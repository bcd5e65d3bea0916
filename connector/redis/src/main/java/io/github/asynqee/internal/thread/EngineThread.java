package io.github.asynqee.internal.thread;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ThreadFactory;

/** What all threads of the engine have in common: they have a name, and run until they are stopped. */
public final class EngineThread {

    private static final Logger LOG = System.getLogger(EngineThread.class.getName());

    private EngineThread() {}

    /**
     * Makes a thread.
     *
     * @param threads the factory
     * @param name the thread's name
     * @param work what it runs
     * @return the thread, not started
     * @throws IllegalStateException if the factory returns none, as that of a container that stops
     */
    public static Thread of(ThreadFactory threads, String name, Runnable work) {
        Thread made = threads.newThread(work);
        if (made == null) {
            throw new IllegalStateException("the thread factory returned no thread for " + name);
        }
        made.setName(name);
        return made;
    }

    /**
     * Clears the interrupt flag of the current thread, which would end its next wait and fail its next call to Redis.
     * Threads of the engine are stopped in another way.
     *
     * @param name the thread's name
     */
    public static void clearInterrupt(String name) {
        if (Thread.interrupted()) {
            ignoredInterrupt(name);
        }
    }

    /**
     * Reports an interrupt that ended a wait of the current thread, and is ignored.
     *
     * @param name the thread's name
     */
    public static void ignoredInterrupt(String name) {
        LOG.log(Level.WARNING,
                "{0} was interrupted and continues: a callback or listener has left its interrupt flag set, or "
                        + "other code has interrupted it",
                name);
    }
}
