package io.github.asynqee.internal.broker;

import java.util.List;

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

    /** @return the number of IDs taken from the queue, including unusable and vanished ones */
    public int size() {
        return leases.size() + unusable.size() + vanished.size();
    }
}
