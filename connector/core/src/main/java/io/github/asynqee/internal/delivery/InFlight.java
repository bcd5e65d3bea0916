package io.github.asynqee.internal.delivery;

import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What a worker holds: deliveries that run, wait for a lane or wait to be written. */
public final class InFlight implements Iterable<Delivery> {

    private final Set<Delivery> deliveries = ConcurrentHashMap.newKeySet();
    private final AtomicLong taken = new AtomicLong();

    /** The number of the next delivery: of several taken at the same time it tells the order. */
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

    /** Those that are single tasks. */
    public List<TaskDelivery> tasks() {
        return deliveries.stream().filter(TaskDelivery.class::isInstance).map(TaskDelivery.class::cast).toList();
    }

    /** Those that are groups. */
    public List<GroupDelivery> groups() {
        return deliveries.stream().filter(GroupDelivery.class::isInstance).map(GroupDelivery.class::cast).toList();
    }
}
