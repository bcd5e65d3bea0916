package io.github.asynqee.internal.lane;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.worker.ChannelConfig;

/**
 * Where the tasks of some queues and types go: a set of lanes, and the deliveries that were taken for lanes that are
 * expected to be free in a moment.
 */
public final class Channel {

    private static final Logger LOG = System.getLogger(Channel.class.getName());

    private final ChannelConfig config;
    private final Set<Lane> lanes = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Lane> free = new ArrayDeque<>();
    private final Deque<Delivery> held = new ArrayDeque<>();
    private final PrefetchEstimate horizon = new PrefetchEstimate();
    private Runnable onDemand = () -> {
    };

    /**
     * Creates a channel without lanes.
     *
     * @param config which tasks it gets
     */
    public Channel(ChannelConfig config) {
        this.config = config;
    }

    /** @return which tasks the channel gets */
    public ChannelConfig config() {
        return config;
    }

    /**
     * Says that a lane is free for the next delivery. May be called before the worker starts.
     *
     * @param lane the lane
     */
    public void ready(Lane lane) {
        Delivery next = next(lane);
        if (next != null) {
            hand(next, lane);
        }
    }

    /**
     * Says that a lane is free for the next delivery, and takes it if there is one already: the lane can run it on the
     * thread it is on.
     *
     * @param lane the lane
     * @return what the lane is to run now; {@code null} if it gets its next delivery later
     */
    public Delivery next(Lane lane) {
        Delivery next;
        Runnable signal;
        synchronized (this) {
            if (!lanes.add(lane)) {
                horizon.freed(System.nanoTime());
            }
            next = held.poll();
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
     * Takes a lane away for good: it gets no further delivery. With the last one the channel is closed, and what waits for
     * a lane goes back to its queue.
     *
     * @param lane the lane
     */
    public void withdraw(Lane lane) {
        List<Delivery> waiting;
        Runnable signal;
        synchronized (this) {
            free.remove(lane);
            lanes.remove(lane);
            waiting = isClosed() ? removeHeld(delivery -> true) : List.of();
            signal = onDemand;
        }
        waiting.forEach(Delivery::requeue);
        if (!waiting.isEmpty()) {
            signal.run();
        }
    }

    /** How many lanes the channel has, free or not. */
    public synchronized int lanes() {
        return lanes.size();
    }

    /** Whether the channel has no lanes: none was ever opened, or all were taken away. */
    public synchronized boolean isClosed() {
        return lanes.isEmpty();
    }

    /**
     * Gives a delivery to a free lane, or lets it wait for one. A staged group always may, a task only if tasks are
     * prefetched and this one comes to no harm if the server dies.
     *
     * @return false if there is no lane and it must not wait
     */
    public boolean deliver(Delivery delivery) {
        Lane lane;
        synchronized (this) {
            lane = free.poll();
            if (lane == null) {
                if (!config.handlesGroups() && !(horizon.isWanted() && delivery.mayBeHeld())) {
                    horizon.suspend(System.nanoTime());
                    return false;
                }
                held.add(delivery);
            }
        }
        if (lane != null) {
            hand(delivery, lane);
        }
        return true;
    }

    private void hand(Delivery delivery, Lane lane) {
        try {
            lane.deliver(delivery);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a lane of channel " + config.name() + " is lost: it refused " + delivery, e);
            delivery.requeue();
        }
    }

    /** Lanes that are free and not yet spoken for by deliveries that are held; negative if more are held. */
    public synchronized int capacity() {
        return free.size() - held.size();
    }

    /**
     * How many tasks are wanted now: for the lanes that are free and for those that are expected to be in a moment. None
     * while enough wait for the latter, so that many are fetched at once.
     */
    public synchronized int wanted() {
        int soon = config.handlesGroups() ? 0 : horizon.tasks(System.nanoTime());
        return free.isEmpty() && held.size() > soon / 2 ? 0 : Math.max(0, free.size() + soon - held.size());
    }

    /** Sets how many tasks may be fetched at most before lanes are free for them. */
    public synchronized void maxPrefetch(int tasks) {
        horizon.limit(tasks);
    }

    /** How many lanes are free. */
    synchronized int free() {
        return free.size();
    }

    /** How many deliveries wait for a lane. */
    public synchronized int held() {
        return held.size();
    }

    public synchronized void onDemand(Runnable signal) {
        onDemand = signal;
    }

    /** Takes back deliveries that wait for a lane. */
    public synchronized List<Delivery> removeHeld(Predicate<Delivery> which) {
        List<Delivery> waiting = new ArrayList<>();
        held.removeIf(delivery -> which.test(delivery) && waiting.add(delivery));
        return waiting;
    }

    @Override
    public String toString() {
        return "Channel[" + config.name() + "]";
    }
}
