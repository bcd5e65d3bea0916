package io.github.asynqee.internal.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.DequeuedTasks.Unusable;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MaintenanceCommands.ExpiredLeases;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;

/** Collects the tasks that a script returned for one queue. */
final class DequeueReply {

    private final String queue;
    private final List<Lease> leases = new ArrayList<>();
    private final List<Unusable> unusable = new ArrayList<>();
    private final List<String> vanished = new ArrayList<>();

    DequeueReply(String queue) {
        this.queue = queue;
    }

    /** Adds a task of which is not known when it became pending. */
    void add(String id, byte[] message, long leaseExpiry, String call) {
        add(id, message, leaseExpiry, call, null);
    }

    /** Adds a task whose lease has a score that may be any number. */
    void addExpired(String id, byte[] message, String score) {
        // 0 if it is before 1970
        Lease lease = add(id, message, UnixTime.seconds(UnixTime.floorOfScore(score)), "", null);
        if (lease != null) {
            lease.extending(UnixTime.seconds(UnixTime.ofScore(score)));
        }
    }

    /**
     * @param call the name of the dequeue, empty if unknown
     * @param pendingSince Unix nanoseconds, {@code null} if unknown
     * @return its lease, {@code null} if there is no task
     */
    Lease add(String id, byte[] message, long leaseExpiry, String call, byte[] pendingSince) {
        if (message == null) {
            vanished.add(id);
            return null;
        }
        StoredMessage stored = StoredMessage.read(queue, id, message);
        Lease lease = new Lease(stored.message(), leaseExpiry, UnixTime.ofNanos(Replies.text(pendingSince)),
                call);
        if (stored.isUsable()) {
            leases.add(lease);
        } else {
            unusable.add(new Unusable(lease, stored.problem()));
        }
        return lease;
    }

    DequeuedTasks toDequeued(boolean paused) {
        return new DequeuedTasks(leases, unusable, vanished, paused);
    }

    ExpiredLeases toExpired(Map<String, Integer> recoveries) {
        return new ExpiredLeases(leases, recoveries, unusable, vanished);
    }
}
