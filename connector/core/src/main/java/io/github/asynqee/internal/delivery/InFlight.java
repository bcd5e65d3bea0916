package io.github.asynqee.internal.delivery;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The deliveries a worker holds: running, waiting for a lane or waiting for their outcome to be written. */
public final class InFlight implements Iterable<Delivery> {

    private static final int REMEMBERED = 1_000;

    private final Set<Delivery> deliveries = ConcurrentHashMap.newKeySet();
    private final AtomicLong taken = new AtomicLong();
    /** ID of a task to the number of the last request to cancel it. Contains the latest requests. */
    private final Map<String, Long> cancelled = new LinkedHashMap<>();
    private long requests;

    /** Sequence number for a new delivery; orders deliveries dequeued at the same time. */
    public long nextNumber() {
        return taken.incrementAndGet();
    }

    public void add(Delivery delivery) {
        deliveries.add(delivery);
    }

    /**
     * Records a request to cancel a task. Redis may have leased the task to this worker in a reply that has not arrived
     * yet.
     */
    public synchronized void cancelled(String id) {
        cancelled.remove(id);
        cancelled.put(id, ++requests);
        if (cancelled.size() > REMEMBERED) {
            cancelled.remove(cancelled.keySet().iterator().next());
        }
    }

    /** The number of requests to cancel tasks so far. */
    public synchronized long cancellations() {
        return requests;
    }

    /** Whether a request after this number has cancelled the task. */
    public synchronized boolean isCancelledSince(long number, String id) {
        return cancelled.getOrDefault(id, 0L) > number;
    }

    public void remove(Delivery delivery) {
        deliveries.remove(delivery);
    }

    public int size() {
        return deliveries.size();
    }

    public boolean isEmpty() {
        return deliveries.isEmpty();
    }

    @Override
    public Iterator<Delivery> iterator() {
        return deliveries.iterator();
    }

    /** The number of deliveries that were claimed: their outcome waits to be written. */
    public int waitingOutcomes() {
        return (int) deliveries.stream().filter(Delivery::isClaimed).count();
    }

    /** The deliveries of single tasks. */
    public List<TaskDelivery> tasks() {
        return deliveries.stream().filter(TaskDelivery.class::isInstance).map(TaskDelivery.class::cast).toList();
    }

    /** The deliveries of groups. */
    public List<GroupDelivery> groups() {
        return deliveries.stream().filter(GroupDelivery.class::isInstance).map(GroupDelivery.class::cast).toList();
    }
}
