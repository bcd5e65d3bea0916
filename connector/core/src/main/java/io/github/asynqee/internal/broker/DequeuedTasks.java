package io.github.asynqee.internal.broker;

import java.util.List;

/**
 * What a dequeue brought.
 *
 * @param leases tasks to run
 * @param unusable tasks that are leased but cannot be run
 * @param vanished IDs that were in the queue without a task; they have been taken out
 * @param paused whether the queue is paused
 */
public record DequeuedTasks(List<Lease> leases, List<Unusable> unusable, List<String> vanished, boolean paused) {

    /** Nothing. */
    public static final DequeuedTasks NONE = new DequeuedTasks(List.of(), List.of(), List.of(), false);

    /**
     * A task that cannot be run because its message cannot be used.
     *
     * @param lease its lease; the message stands for the original, whose bytes it has as payload
     * @param reason what is wrong
     */
    public record Unusable(Lease lease, String reason) {}

    /** @return how many IDs were taken from the queue, of whatever use they are */
    public int size() {
        return leases.size() + unusable.size() + vanished.size();
    }
}
