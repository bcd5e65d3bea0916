package io.github.asynqee.internal.redis.tracking;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.internal.thread.StopTime;
import redis.clients.jedis.HostAndPort;

/** The nodes on which keys are read, each with its thread. */
final class TrackedNodes {

    private static final Logger LOG = System.getLogger(TrackedNodes.class.getName());

    private final RedisConnections connections;
    private final TrackedKeys keys;
    private final TrackingIntervals intervals;
    private final Map<HostAndPort, TrackedNode> byAddress = new ConcurrentHashMap<>();
    private String loggedRefusal;
    private volatile ThreadFactory threads;
    private volatile boolean paused;
    private volatile boolean closed;

    TrackedNodes(RedisConnections connections, TrackedKeys keys, TrackingIntervals intervals) {
        this.connections = connections;
        this.keys = keys;
        this.intervals = intervals;
    }

    void start(ThreadFactory factory) {
        threads = factory;
        paused = false;
        closed = false;
    }

    boolean isStarted() {
        return threads != null && !closed;
    }

    boolean isPaused() {
        return paused;
    }

    /** The open connection to a node; {@code null} if there is none. It is opened in the background. */
    TrackedConnection connection(HostAndPort address) {
        TrackedNode node = at(address);
        return node == null ? null : node.connection();
    }

    /** Starts to connect to the node of a key. */
    void prepare(String key) {
        at(connections.address(key));
    }

    private TrackedNode at(HostAndPort address) {
        if (address == null || !isStarted()) {
            return null;
        }
        TrackedNode known = byAddress.get(address);
        if (known != null) {
            return known;
        }
        TrackedNode added = new TrackedNode(address, connections, keys, this, intervals, threads);
        TrackedNode other = byAddress.putIfAbsent(address, added);
        if (other != null) {
            return other;
        }
        if (closed) {
            byAddress.remove(address, added);
            return null;
        }
        return started(added) ? added : null;
    }

    private boolean started(TrackedNode node) {
        try {
            node.start();
            return true;
        } catch (RuntimeException | Error e) {
            byAddress.remove(node.address(), node);
            LOG.log(Level.DEBUG, "no thread for key tracking can be started, queues are polled", e);
            return false;
        }
    }

    /** Whether a node serves a key; if not, starts to connect to the node that does. */
    boolean isAt(String key, HostAndPort address) {
        HostAndPort home = connections.address(key);
        if (home != null && !home.equals(address)) {
            at(home);
        }
        return address.equals(home);
    }

    /** Whether untracked keys were read on a node; if not, the node is removed. */
    boolean isNeeded(TrackedNode node) {
        if (keys.isAnyUntracked(key -> isAt(key, node.address()))) {
            return true;
        }
        byAddress.remove(node.address(), node);
        return keys.isAnyUntracked(key -> isAt(key, node.address()))
                && byAddress.putIfAbsent(node.address(), node) == null;
    }

    void ended(TrackedNode node) {
        byAddress.remove(node.address(), node);
    }

    int count() {
        return Math.max(1, byAddress.size());
    }

    Collection<TrackedNode> all() {
        return byAddress.values();
    }

    void pause(boolean newlyPaused) {
        paused = newlyPaused;
        all().forEach(TrackedNode::wake);
    }

    void close(StopTime time) {
        closed = true;
        List<TrackedNode> stopped = List.copyOf(all());
        stopped.forEach(TrackedNode::stop);
        stopped.forEach(node -> node.join(time));
        stopped.forEach(this::ended);
    }

    synchronized void refused(String reason) {
        if (!reason.equals(loggedRefusal)) {
            loggedRefusal = reason;
            LOG.log(Level.WARNING, "Redis rejects key tracking; queues are polled, at least every "
                    + "task-check-interval and delayed-task-check-interval. Tracking is retried every {0} s: {1}",
                    intervals.refused().toSeconds(), reason);
        }
    }

    synchronized void granted() {
        if (loggedRefusal != null && all().stream().map(TrackedNode::refusal).allMatch(Objects::isNull)) {
            loggedRefusal = null;
            LOG.log(Level.INFO, "Redis accepts key tracking, queues are no longer polled");
        }
    }
}
