package io.github.asynqee.internal.delivery;

import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The deliveries a worker holds: running, waiting for a lane or waiting for their outcome to be written. */
public final class InFlight implements Iterable<Delivery> {

    private final Set<Delivery> deliveries = ConcurrentHashMap.newKeySet();
    private final AtomicLong taken = new AtomicLong();

    /** Sequence number for a new delivery; orders deliveries dequeued at the same time. */
    public long nextNumber() {
        return taken.incrementAndGet();
    }

    public void add(Delivery delivery) {
        deliveries.add(delivery);
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
