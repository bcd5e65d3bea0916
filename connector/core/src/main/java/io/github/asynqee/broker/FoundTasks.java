package io.github.asynqee.broker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.asynqee.broker.DequeuedTasks.Unusable;
import io.github.asynqee.broker.Maintenance.ExpiredLeases;

/** Sorts what a script found under the IDs of one queue. */
final class FoundTasks {

    private final String queue;
    private final List<Lease> leases = new ArrayList<>();
    private final List<Unusable> unusable = new ArrayList<>();
    private final List<String> vanished = new ArrayList<>();

    FoundTasks(String queue) {
        this.queue = queue;
    }

    void add(String id, byte[] message, long leaseExpiry) {
        if (message == null) {
            vanished.add(id);
            return;
        }
        StoredMessage stored = StoredMessage.read(queue, id, message);
        Lease lease = new Lease(stored.message(), leaseExpiry);
        if (stored.isUsable()) {
            leases.add(lease);
        } else {
            unusable.add(new Unusable(lease, stored.problem()));
        }
    }

    DequeuedTasks toDequeued(boolean paused) {
        return new DequeuedTasks(leases, unusable, vanished, paused);
    }

    ExpiredLeases toExpired(Map<String, Integer> recoveries) {
        return new ExpiredLeases(leases, recoveries, unusable, vanished);
    }
}
