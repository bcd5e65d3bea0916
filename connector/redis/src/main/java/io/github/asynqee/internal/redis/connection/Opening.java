package io.github.asynqee.internal.redis.connection;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Finds the servers of a Redis when they are needed: one attempt at a time, on a separate thread. All callers share its
 * result, and for a moment also its failure, and no caller waits longer than a command may take. Closing does not wait.
 */
final class Opening implements AutoCloseable {

    /** How long callers get the failure of an attempt before the next one begins. */
    static final Duration PAUSE = Duration.ofSeconds(1);

    private final Supplier<Topology> open;
    private final Duration longestWait;
    private final LongSupplier nanoTime;
    private final Consumer<Thread> starter;
    private Attempt last;
    private boolean closed;
    private volatile Topology opened;

    /**
     * @param open connects; may take long
     * @param longestWait how long callers wait for an attempt, from its begin
     */
    Opening(Supplier<Topology> open, Duration longestWait, LongSupplier nanoTime) {
        this(open, longestWait, nanoTime, Thread::start);
    }

    Opening(Supplier<Topology> open, Duration longestWait, LongSupplier nanoTime, Consumer<Thread> starter) {
        this.starter = starter;
        this.open = open;
        this.longestWait = longestWait;
        this.nanoTime = nanoTime;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** The open topology; {@code null} before the first success. */
    Topology opened() {
        return opened;
    }

    /** Opens another topology at the next use; returns false if the given topology is no longer open. */
    synchronized boolean forget(Topology topology) {
        if (closed || opened != topology) {
            return false;
        }
        opened = null;
        last = null;
        return true;
    }

    /**
     * Returns the open topology, or opens it.
     *
     * @throws JedisException if it cannot be opened, is not open in time, or was closed
     */
    Topology get() {
        Topology current = opened;
        return current != null ? current : attempt().await();
    }

    private synchronized Attempt attempt() {
        if (closed) {
            throw new JedisException("the connection is closed");
        }
        if (last == null || last.isOver()) {
            last = new Attempt();
            Thread thread = new Thread(null, last, "asynq-connect", 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(Opening.class.getClassLoader());
            last.thread = thread;
            try {
                starter.accept(thread);
            } catch (RuntimeException | Error e) {
                // there may be no memory for a thread now
                last.failed(e);
            }
        }
        return last;
    }

    /** Stores an opened topology, unless it is no longer wanted. Returns whether it is kept. */
    private synchronized boolean keep(Topology topology) {
        if (!closed) {
            opened = topology;
        }
        return !closed;
    }

    private final class Attempt implements Runnable {

        private final long begin = nanoTime.getAsLong();
        private final CompletableFuture<Topology> result = new CompletableFuture<>();
        private volatile long end = begin;
        /** The thread of the attempt; {@code null} if there was no memory for it. */
        private Thread thread;

        @Override
        public void run() {
            try {
                Topology topology = open.get();
                if (keep(topology)) {
                    result.complete(topology);
                } else {
                    result.completeExceptionally(new JedisException("the connection is closed"));
                    closeQuietly(topology);
                }
            } catch (RuntimeException | Error e) {
                failed(e);
            }
        }

        void failed(Throwable e) {
            end = nanoTime.getAsLong();
            result.completeExceptionally(e);
        }

        /** Whether the attempt has ended. Without memory its thread can end without a result. */
        boolean isOver() {
            return (result.isCompletedExceptionally() || thread == null || !thread.isAlive())
                    && nanoTime.getAsLong() - end >= PAUSE.toNanos();
        }

        /** Waits for the result. An interrupt does not end this wait, just as it does not end the wait for a reply. */
        Topology await() {
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        long left = begin + longestWait.toNanos() - nanoTime.getAsLong();
                        return result.get(Math.max(0, left), TimeUnit.NANOSECONDS);
                    } catch (InterruptedException e) {
                        interrupted = true;
                    } catch (TimeoutException e) {
                        throw new JedisConnectionException(
                                "no connection could be made within " + longestWait.toMillis() + " ms", e);
                    } catch (ExecutionException e) {
                        throw failure(e.getCause());
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** Returns a new exception for each caller, because callers add suppressed failures to it. */
    private static JedisException failure(Throwable cause) {
        return cause instanceof JedisException known ? new JedisConnectionException(known.getMessage(), known)
                : new JedisConnectionException("the connection cannot be opened: " + cause, cause);
    }

    private static void closeQuietly(Topology topology) {
        try {
            topology.close();
        } catch (Exception e) {
            // nobody waits for it
            return;
        }
    }

    /** A topology opened from now on is closed immediately. */
    @Override
    public synchronized void close() {
        closed = true;
    }
}
