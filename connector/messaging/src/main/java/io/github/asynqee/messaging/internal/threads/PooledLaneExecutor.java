package io.github.asynqee.messaging.internal.threads;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** One platform thread per lane, created on demand; a thread that is idle for 30 s ends. */
final class PooledLaneExecutor implements LaneExecutor {

    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final Duration GRACE = Duration.ofMillis(500);

    private final ThreadPoolExecutor pool;
    private final CleanCalls calls = new CleanCalls();
    private int lanes;

    PooledLaneExecutor(ThreadFactory threads) {
        // the queue does not grow: a lane has one task at a time, and there is a thread per lane
        this.pool = new ThreadPoolExecutor(1, 1, IDLE.toMillis(), TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(),
                named(threads));
        pool.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory named(ThreadFactory threads) {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = threads.newThread(work);
            // a stopping container may refuse to create threads; the pool would keep the work without a thread
            if (thread == null) {
                throw new RejectedExecutionException("the container's ManagedThreadFactory returned no thread");
            }
            thread.setName("asynq-lane-" + number.incrementAndGet());
            return thread;
        };
    }

    @Override
    public synchronized void addLane() {
        lanes++;
        pool.setMaximumPoolSize(lanes);
        pool.setCorePoolSize(lanes);
    }

    @Override
    public void execute(Runnable work) {
        pool.execute(work);
    }

    @Override
    public CleanCalls calls() {
        return calls;
    }

    @Override
    public boolean stop(Duration limit) {
        pool.shutdown();
        try {
            if (pool.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return true;
            }
            pool.shutdownNow();
            return pool.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            pool.shutdownNow();
            return false;
        }
    }
}
