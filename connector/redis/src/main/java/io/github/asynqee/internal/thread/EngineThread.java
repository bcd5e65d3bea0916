package io.github.asynqee.internal.thread;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Creates the threads of the engine. All have a name and run until they are stopped. */
public final class EngineThread {

    private static final Logger LOG = System.getLogger(EngineThread.class.getName());

    private static final long PAUSE_NANOS = 100_000_000;
    /** Names of threads that an exception has ended. Allocated in advance, because there may be no memory then. */
    private static final AtomicReferenceArray<String> DEAD = new AtomicReferenceArray<>(64);

    private EngineThread() {}

    /** One pass of a loop. */
    @FunctionalInterface
    public interface Pass {
        void run() throws InterruptedException;
    }

    /**
     * Runs a loop until it has ended. If a pass throws anything, another pass follows after a pause, even if there is
     * no memory to log the failure.
     *
     * @param name the thread's name
     * @param hasEnded whether the loop has ended
     * @param pass the next pass
     */
    public static void loop(String name, BooleanSupplier hasEnded, Pass pass) {
        while (true) {
            try {
                if (hasEnded.getAsBoolean()) {
                    return;
                }
                pass.run();
            } catch (Throwable e) {
                rest(name, e);
            }
        }
    }

    /** Reports a failure and pauses. Allocates only inside its try block, so it cannot throw if there is no memory. */
    private static void rest(String name, Throwable failure) {
        try {
            if (failure instanceof InterruptedException) {
                ignoredInterrupt(name);
                return;
            }
            LOG.log(Level.ERROR, name + " failed and continues", failure);
        } catch (Throwable unreported) {
            // there may be no memory for a log line
        }
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /** @return the names of threads that an error has ended and that are not started again: only a restart helps */
    public static List<String> dead() {
        return IntStream.range(0, DEAD.length()).mapToObj(DEAD::get).filter(Objects::nonNull).distinct().toList();
    }

    /** Forgets dead threads; for tests. */
    static void forgetDead() {
        IntStream.range(0, DEAD.length()).forEach(i -> DEAD.set(i, null));
    }

    /**
     * Makes a thread that runs a loop. If an error ends the loop, the thread starts it again after a pause.
     *
     * @param threads the factory
     * @param name the thread's name
     * @param work runs the loop; it may be called again and reads its state from Redis
     * @return the thread, not started
     * @throws IllegalStateException if the factory returns no thread, for example because its container is stopping
     */
    public static Thread of(ThreadFactory threads, String name, Runnable work) {
        return make(threads, name, () -> repeat(name, work));
    }

    private static void repeat(String name, Runnable work) {
        while (true) {
            try {
                work.run();
                return;
            } catch (Throwable e) {
                rest(name, e);
            }
        }
    }

    /**
     * Makes a thread that runs its work once. If an error ends the thread, the work is not repeated, and {@link
     * #dead()} names the thread.
     *
     * @param threads the factory
     * @param name the thread's name
     * @param work its work
     * @return the thread, not started
     * @throws IllegalStateException if the factory returns no thread, for example because its container is stopping
     */
    public static Thread once(ThreadFactory threads, String name, Runnable work) {
        return make(threads, name, () -> runOnce(name, work));
    }

    private static void runOnce(String name, Runnable work) {
        boolean ended = false;
        try {
            work.run();
            ended = true;
        } finally {
            for (int i = 0; !ended && i < DEAD.length(); i++) {
                ended = DEAD.compareAndSet(i, null, name);
            }
        }
    }

    private static Thread make(ThreadFactory threads, String name, Runnable work) {
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
     * Reports an interrupt that ended a wait of the current thread. The interrupt is ignored.
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
