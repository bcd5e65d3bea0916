package io.github.asynqee.internal.broker;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;

/**
 * Result of a dequeue.
 *
 * @param leases leases of tasks to run
 * @param unusable leased tasks that cannot be run
 * @param vanished IDs in the queue without a task; they were removed
 * @param paused whether the queue is paused
 */
public record DequeuedTasks(List<Lease> leases, List<Unusable> unusable, List<String> vanished, boolean paused) {

    /** No tasks, from a queue that is not paused. */
    public static final DequeuedTasks NONE = new DequeuedTasks(List.of(), List.of(), List.of(), false);

    /**
     * A leased task that cannot be run because its message is unusable.
     *
     * @param lease its lease; the message replaces the original and has its bytes as payload
     * @param reason why the original is unusable
     */
    public record Unusable(Lease lease, String reason) {}

    /** Collects the tasks of one queue that were read from Redis. */
    public static final class Builder {

        private final String queue;
        private final List<Lease> leases = new ArrayList<>();
        private final List<Unusable> unusable = new ArrayList<>();
        private final List<String> vanished = new ArrayList<>();

        /** @param queue the queue */
        public Builder(String queue) {
            this.queue = queue;
        }

        /**
         * Adds a task.
         *
         * @param id the ID under which it is stored
         * @param message the stored message, {@code null} if there is no task
         * @param expiry the expiry of its lease, Unix seconds
         * @param pendingSince when it became pending; {@code null} if unknown
         * @param call the name of the dequeue, empty if unknown
         * @return its lease, {@code null} if there is no task
         */
        public Lease add(String id, byte[] message, long expiry, Instant pendingSince, String call) {
            if (message == null) {
                vanished.add(id);
                return null;
            }
            Lease lease;
            try {
                lease = new Lease(TaskMessage.parse(queue, id, message), expiry, pendingSince, call);
                leases.add(lease);
            } catch (UndecodableMessageException e) {
                lease = new Lease(TaskMessage.quarantine(queue, id, message), expiry, pendingSince, call);
                unusable.add(new Unusable(lease, "asynq: cannot be decoded: " + e.getMessage()));
            }
            return lease;
        }

        /** @return the tasks, of a queue that is not paused */
        public DequeuedTasks build() {
            return new DequeuedTasks(leases, unusable, vanished, false);
        }
    }

    /** @return the number of IDs taken from the queue, including unusable and vanished ones */
    public int size() {
        return leases.size() + unusable.size() + vanished.size();
    }
}
