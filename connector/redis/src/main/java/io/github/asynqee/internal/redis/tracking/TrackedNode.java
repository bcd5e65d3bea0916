package io.github.asynqee.internal.redis.tracking;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.internal.thread.EngineThread;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.HostAndPort;

/**
 * Maintains a tracked connection to one node and reconnects after a failure while keys are read there. Keys tracked by
 * a connection are reported as changed when the connection is closed. Keys read without a connection are reported as
 * changed when the node is connected again.
 */
final class TrackedNode implements Runnable {

    private static final Logger LOG = System.getLogger(TrackedNode.class.getName());
    private static final String NAME = "asynq-key-watch";
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    /** Maximum time to wait for the end of the other thread, whose connection is closed. */
    private static final Duration STOP_TIME = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final HostAndPort address;
    private final RedisConnections connections;
    private final TrackedKeys keys;
    private final TrackedNodes nodes;
    private final TrackingIntervals intervals;
    private final ThreadFactory threads;
    private final Semaphore signal = new Semaphore(0);
    private Duration pause = FIRST_PAUSE;
    private volatile TrackedConnection connection;
    private volatile String refusal;
    private volatile boolean stopped;
    private Thread keeper;

    TrackedNode(HostAndPort address, RedisConnections connections, TrackedKeys keys, TrackedNodes nodes,
            TrackingIntervals intervals,
            ThreadFactory threads) {
        this.address = address;
        this.connections = connections;
        this.keys = keys;
        this.nodes = nodes;
        this.intervals = intervals;
        this.threads = threads;
    }

    HostAndPort address() {
        return address;
    }

    /** The open connection; {@code null} if there is none. */
    TrackedConnection connection() {
        TrackedConnection current = connection;
        return current != null && current.isOpen() ? current : null;
    }

    /** The reason why the node rejects key tracking; {@code null} if the node accepts it, or was not connected yet. */
    String refusal() {
        return refusal;
    }

    void start() {
        keeper = EngineThread.of(threads, NAME, this);
        keeper.start();
    }

    /** Makes the thread check the connection now. */
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

    /** Waits until the threads have ended. */
    void join(StopTime time) {
        time.join(keeper);
    }

    private static BrokerException closed() {
        return new BrokerUnavailableException("key tracking was stopped", null);
    }

    @Override
    public void run() {
        boolean[] began = new boolean[1];
        EngineThread.loop(NAME, () -> began[0] && (stopped || !nodes.isNeeded(this)), () -> {
            began[0] = true;
            connectAndServe();
        });
        nodes.ended(this);
    }

    private void connectAndServe() {
        try {
            TrackedConnection opened = new TrackedConnection(connections, address, intervals, keys, this::wake);
            connection = opened;
            try {
                serve(opened);
            } finally {
                opened.fail(closed());
                opened.reportAll();
            }
        } catch (BrokerUnavailableException e) {
            if (!stopped) {
                LOG.log(Level.DEBUG, "key tracking is interrupted, queues are polled until it is restored: {0}",
                        e.getMessage());
                connections.refresh();
                rest();
            }
        } catch (BrokerException e) {
            refusal = e.getMessage();
            nodes.refused(refusal);
            rest(intervals.refused());
        }
    }

    /** Never returns normally: throws the failure of the connection. */
    private void serve(TrackedConnection served) {
        if (stopped) {
            throw closed();
        }
        Thread listener = EngineThread.once(threads, "asynq-key-changes", served::listen);
        listener.start();
        refusal = null;
        nodes.granted();
        long begin = System.nanoTime();
        TrackedNodeDuties duties = new TrackedNodeDuties(address, connections, keys, nodes, intervals, served);
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
            StopTime.of(STOP_TIME).join(listener);
        }
        throw served.failure();
    }

    private void rest() {
        Duration current = pause;
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
        rest(current);
    }

    /** Pauses; only {@link #stop()} ends the pause early. */
    private void rest(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0 && !stopped; left = end - System.nanoTime()) {
            await(Duration.ofNanos(left));
        }
    }

    private void await(Duration time) {
        try {
            if (!stopped && signal.tryAcquire(time.toNanos(), TimeUnit.NANOSECONDS)) {
                signal.drainPermits();
            }
        } catch (InterruptedException e) {
            EngineThread.ignoredInterrupt(NAME);
        }
    }
}
