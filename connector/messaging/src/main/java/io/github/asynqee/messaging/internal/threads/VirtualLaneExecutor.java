package io.github.asynqee.messaging.internal.threads;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

/** Virtual threads in the container's context. A thread ends unless its lane gets another task immediately. */
final class VirtualLaneExecutor implements LaneExecutor {

    private static final Duration GRACE = Duration.ofMillis(500);

    private final ThreadFactory threads;
    private final Executor inContext;
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();
    private final CleanCalls calls = new CleanCalls();
    private volatile boolean stopped;

    /**
     * Creates the executor.
     *
     * @param inContext runs work on the calling thread, in the container's context
     * @throws IllegalStateException before Java 21
     */
    VirtualLaneExecutor(Executor inContext) {
        this.threads = virtualThreads();
        this.inContext = inContext;
    }

    /**
     * {@code Thread.ofVirtual().name("asynq-lane-", 0).factory()} by reflection: the connector is compiled for Java 17.
     */
    private static ThreadFactory virtualThreads() {
        try {
            Class<?> builderType = Class.forName("java.lang.Thread$Builder");
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            builder = builderType.getMethod("name", String.class, long.class).invoke(builder, "asynq-lane-", 0L);
            return (ThreadFactory) builderType.getMethod("factory").invoke(builder);
        } catch (ClassNotFoundException | NoSuchMethodException | IllegalAccessException
                | InvocationTargetException e) {
            throw new IllegalStateException(
                    "virtual threads require Java 21 or later, this is Java " + Runtime.version().feature(), e);
        }
    }

    @Override
    public void addLane() {
        // the lanes limit the number of threads
    }

    @Override
    public void execute(Runnable work) {
        if (stopped) {
            throw new RejectedExecutionException("the executor of virtual threads is stopped");
        }
        threads.newThread(() -> run(work)).start();
    }

    private void run(Runnable work) {
        Thread thread = Thread.currentThread();
        running.add(thread);
        try {
            inContext.execute(work);
        } finally {
            running.remove(thread);
        }
    }

    @Override
    public CleanCalls calls() {
        return calls;
    }

    @Override
    public boolean stop(Duration limit) {
        stopped = true;
        if (awaitEnd(limit)) {
            return true;
        }
        running.forEach(Thread::interrupt);
        return awaitEnd(GRACE);
    }

    private boolean awaitEnd(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (!running.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
        return running.isEmpty();
    }
}
