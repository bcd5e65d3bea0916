package io.github.asynqee.internal.redis.tracking;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.BrokerException;
import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.internal.redis.connection.RedisConnections;
import redis.clients.jedis.HostAndPort;

/**
 * Keeps a tracked connection to one node, and connects anew whenever it ends, as long as keys are read there. What was
 * heard of by a connection is reported when it ends; what was read without one, when there is one again.
 */
final class TrackedNode implements Runnable {

    private static final Logger LOG = System.getLogger(TrackedNode.class.getName());
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    /** How long the end of a thread is waited for. */
    private static final Duration STOP_TIME = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final HostAndPort address;
    private final RedisConnections nodes;
    private final TrackedKeys keys;
    private final TrackedNodes all;
    private final TrackingIntervals intervals;
    private final ThreadFactory threads;
    private final Semaphore signal = new Semaphore(0);
    private Duration pause = FIRST_PAUSE;
    private volatile TrackedConnection connection;
    private volatile String refusal;
    private volatile boolean stopped;
    private Thread keeper;

    TrackedNode(HostAndPort address, RedisConnections nodes, TrackedKeys keys, TrackedNodes all,
            TrackingIntervals intervals,
            ThreadFactory threads) {
        this.address = address;
        this.nodes = nodes;
        this.keys = keys;
        this.all = all;
        this.intervals = intervals;
        this.threads = threads;
    }

    HostAndPort address() {
        return address;
    }

    /** The connection by which keys can be read and their changes heard; {@code null} if there is none for now. */
    TrackedConnection connection() {
        TrackedConnection current = connection;
        return current != null && current.isOpen() ? current : null;
    }

    /** Why the node does not say which keys change; {@code null} if it does, or was not asked yet. */
    String refusal() {
        return refusal;
    }

    void start() {
        keeper = threads.newThread(this);
        keeper.setName("asynq-key-watch");
        keeper.start();
    }

    /** Looks after the connection now. */
    void wake() {
        signal.release();
    }

    void stop() {
        stopped = true;
        TrackedConnection current = connection;
        if (current != null) {
            current.fail(closed());
        }
        wake();
    }

    /** Waits until its threads have ended. */
    void join() {
        join(keeper);
    }

    private static void join(Thread thread) {
        try {
            thread.join(STOP_TIME.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static BrokerException closed() {
        return new BrokerUnavailableException("no more changes of keys are to be heard", null);
    }

    @Override
    public void run() {
        try {
            do {
                connectAndServe();
            } while (!stopped && all.isNeeded(this));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            all.ended(this);
        }
    }

    private void connectAndServe() throws InterruptedException {
        try {
            TrackedConnection opened = new TrackedConnection(nodes, address, intervals, keys, this::wake);
            connection = opened;
            try {
                serve(opened);
            } finally {
                opened.fail(closed());
                opened.reportAll();
            }
        } catch (BrokerUnavailableException e) {
            if (!stopped) {
                LOG.log(Level.DEBUG,
                        "changes of queues are not heard for now, they are polled for: {0}", e.getMessage());
                nodes.refresh();
                rest();
            }
        } catch (BrokerException e) {
            refusal = e.getMessage();
            all.refused(refusal);
            rest(intervals.refused());
        } catch (RuntimeException | Error e) {
            // no other thread would take this one's place
            LOG.log(Level.ERROR, "listening to changes of queues failed, trying again", e);
            rest();
        }
    }

    /** Returns never: ends with the failure of the connection. */
    private void serve(TrackedConnection served) throws InterruptedException {
        if (stopped) {
            throw closed();
        }
        Thread listener = threads.newThread(served::listen);
        listener.setName("asynq-key-changes");
        listener.start();
        refusal = null;
        all.granted();
        long begin = System.nanoTime();
        TrackedNodeDuties duties = new TrackedNodeDuties(address, nodes, keys, all, intervals, served);
        try {
            while (served.isOpen()) {
                duties.run();
                await(intervals.tick());
                if (System.nanoTime() - begin > LONGEST_PAUSE.toNanos()) {
                    pause = FIRST_PAUSE;
                }
            }
        } finally {
            served.fail(closed());
            join(listener);
        }
        throw served.failure();
    }

    private void rest() throws InterruptedException {
        Duration current = pause;
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
        rest(current);
    }

    /** Only the end cuts this short. */
    private void rest(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0 && !stopped; left = end - System.nanoTime()) {
            await(Duration.ofNanos(left));
        }
    }

    private void await(Duration time) throws InterruptedException {
        if (!stopped && signal.tryAcquire(time.toNanos(), TimeUnit.NANOSECONDS)) {
            signal.drainPermits();
        }
    }
}
