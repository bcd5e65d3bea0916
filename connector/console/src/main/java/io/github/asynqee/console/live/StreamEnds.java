package io.github.asynqee.console.live;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends streams on separate threads, because a server may wait without limit until the browser has received everything.
 * An end that takes too long is interrupted.
 */
final class StreamEnds implements AutoCloseable {

    private static final Logger LOG = System.getLogger(StreamEnds.class.getName());
    private static final int MAX_THREADS = 4;
    private static final int IDLE_SECONDS = 10;
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(MAX_THREADS, MAX_THREADS, IDLE_SECONDS,
            TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    private final Set<End> running = ConcurrentHashMap.newKeySet();
    private final Duration limit;

    /** @param limit how long an end may take */
    StreamEnds(Duration limit) {
        this.limit = limit;
        pool.allowCoreThreadTimeOut(true);
        // loads the class: while an application is undeployed, a server may have lost the file with its classes
        new End(null).over();
    }

    void threads(ThreadFactory threads) {
        pool.setThreadFactory(threads);
    }

    /** Ends a stream without waiting. */
    void end(Subscriber viewer) {
        try {
            pool.execute(new End(viewer));
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "The console stops; the server ends the stream.", e);
        }
    }

    /** Interrupts ends that take too long. To be called now and then. */
    void interruptLate() {
        running.forEach(End::interruptIfLate);
    }

    /** Waits a moment for the ends that have begun, then interrupts them. */
    @Override
    public void close() {
        pool.shutdown();
        try {
            if (!pool.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                pool.shutdownNow();
            }
        } catch (InterruptedException e) {
            pool.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private final class End implements Runnable {

        private final Subscriber viewer;
        private long start;
        private Thread thread;

        private End(Subscriber viewer) {
            this.viewer = viewer;
        }

        @Override
        public void run() {
            synchronized (this) {
                start = System.nanoTime();
                thread = Thread.currentThread();
            }
            running.add(this);
            try {
                viewer.end();
            } catch (RuntimeException e) {
                LOG.log(Level.DEBUG, "A stream could not be ended.", e);
            } finally {
                running.remove(this);
                over();
            }
        }

        private synchronized void over() {
            thread = null;
        }

        private synchronized void interruptIfLate() {
            if (thread != null && System.nanoTime() - start > limit.toNanos()) {
                thread.interrupt();
            }
        }
    }
}
