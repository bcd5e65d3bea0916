package io.github.asynqee.internal.lane;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import io.github.asynqee.internal.broker.AdmissionRule;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.metrics.ChannelMetrics;
import io.github.asynqee.worker.ChannelConfig;

/**
 * The lanes that run the tasks of some queues and types, and the deliveries that were prefetched for lanes expected to
 * be free soon. Thread-safe.
 */
public final class Channel {

    private static final Logger LOG = System.getLogger(Channel.class.getName());

    private final ChannelConfig config;
    private final Set<Lane> lanes = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Lane> free = new ArrayDeque<>();
    private final Prefetch prefetch;
    private final ChannelMetrics metrics;
    private volatile AdmissionRule rule;
    private Runnable onDemand = () -> {
    };

    /**
     * One slot of a channel's concurrency: runs one delivery at a time. A lane calls {@link #ready} when it is
     * free, receives one delivery, and calls it again when it can take the next.
     */
    @FunctionalInterface
    public interface Lane {

        /**
         * Takes a delivery. Called on the worker's threads: must hand the work to another thread and return at once.
         *
         * @param delivery the task or group to run
         */
        void deliver(Delivery delivery);
    }

    /**
     * Creates a channel without lanes.
     *
     * @param config the tasks it receives
     */
    public Channel(ChannelConfig config) {
        this.config = config;
        this.prefetch = new Prefetch(config.handlesGroups());
        this.metrics = new ChannelMetrics(config.name(), this::busy, this::free, this::prefetched);
    }

    /** @return the tasks it receives */
    public ChannelConfig config() {
        return config;
    }

    /**
     * Sets the rule of its tasks. Called before its worker starts.
     *
     * @param decides decides which tasks may start; {@code null} if all may
     */
    public void rule(AdmissionRule decides) {
        rule = decides;
    }

    /** @return decides which tasks may start; {@code null} if all may */
    AdmissionRule rule() {
        return rule;
    }

    /** @return the metrics of this channel */
    public ChannelMetrics metrics() {
        return metrics;
    }

    /**
     * Marks a lane as free for the next delivery. May be called before the worker starts.
     *
     * @param lane the lane
     */
    public void ready(Lane lane) {
        Delivery next = next(lane);
        if (next != null) {
            handOver(next, lane);
        }
    }

    /**
     * Marks a lane as free and returns its next delivery if one is held, so that the lane can run it on its current
     * thread.
     *
     * @param lane the lane
     * @return the next delivery; {@code null} if the lane receives it later by {@link Lane#deliver}
     */
    public Delivery next(Lane lane) {
        Delivery next;
        Runnable signal;
        synchronized (this) {
            if (!lanes.add(lane)) {
                prefetch.freed(System.nanoTime());
            }
            next = prefetch.next();
            if (next == null) {
                free.add(lane);
            }
            signal = wanted() > 0 ? onDemand : null;
        }
        if (signal != null) {
            signal.run();
        }
        return next;
    }

    /**
     * Removes a lane permanently: the lane receives no further delivery. Removing the last lane closes the channel and
     * requeues the held deliveries.
     *
     * @param lane the lane
     */
    public void remove(Lane lane) {
        List<Delivery> removed;
        Runnable signal;
        synchronized (this) {
            free.remove(lane);
            lanes.remove(lane);
            removed = isClosed() ? removePrefetched(delivery -> true) : List.of();
            signal = onDemand;
        }
        removed.forEach(Delivery::requeue);
        if (!removed.isEmpty()) {
            signal.run();
        }
    }

    /** Number of lanes, free or busy. */
    public synchronized int lanes() {
        return lanes.size();
    }

    /** Whether the channel has no lanes: none was opened yet, or all were removed. */
    public synchronized boolean isClosed() {
        return lanes.isEmpty();
    }

    /**
     * Hands a delivery to a free lane, or holds it for the next free lane. A staged group may always be held. A task
     * may be held only if prefetching is on, and if it would not lose its last retry when the server dies.
     *
     * @return false if no lane is free and the delivery must not be held, or the channel has no lanes
     */
    public boolean deliver(Delivery delivery) {
        Lane lane;
        synchronized (this) {
            lane = free.poll();
            if (lane == null) {
                return !isClosed() && prefetch.add(delivery, System.nanoTime());
            }
        }
        handOver(delivery, lane);
        return true;
    }

    private void handOver(Delivery delivery, Lane lane) {
        try {
            lane.deliver(delivery);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "a lane of channel " + config.name() + " cannot run " + delivery + "; it is requeued",
                    e);
            delivery.requeue();
        }
    }

    /** Number of free lanes minus held deliveries; negative if more are held. */
    public synchronized int capacity() {
        return free.size() - prefetch.size();
    }

    /** The number of tasks to fetch now: for free lanes and for lanes expected to be free soon. */
    public synchronized int wanted() {
        return prefetch.wanted(free.size(), System.nanoTime());
    }

    /** Sets the maximum number of tasks held for lanes that are not free yet. */
    public synchronized void maxPrefetch(int tasks) {
        prefetch.limit(tasks);
    }

    private synchronized int busy() {
        return lanes.size() - free.size();
    }

    /** Number of free lanes. */
    synchronized int free() {
        return free.size();
    }

    /** Number of deliveries held for a lane. */
    public synchronized int prefetched() {
        return prefetch.size();
    }

    public synchronized void onDemand(Runnable signal) {
        onDemand = signal;
    }

    /** Removes prefetched deliveries and returns them. */
    public synchronized List<Delivery> removePrefetched(Predicate<Delivery> which) {
        return prefetch.remove(which);
    }

    @Override
    public String toString() {
        return "Channel[" + config.name() + "]";
    }
}
