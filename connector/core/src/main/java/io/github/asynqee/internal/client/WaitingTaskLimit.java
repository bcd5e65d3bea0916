package io.github.asynqee.internal.client;

import java.util.HashMap;
import java.util.Map;

/**
 * Limits the number of waiting tasks. When the limit is reached, tasks of a queue with less than an equal share still
 * enter, so that queues that cannot be written do not block other queues. The total never exceeds twice the limit.
 */
final class WaitingTaskLimit {

    private final int limit;
    private final Map<String, Integer> byQueue = new HashMap<>();
    private int total;

    WaitingTaskLimit(int limit) {
        this.limit = limit;
    }

    /** Counts a task of a queue as waiting; returns false if the limit does not allow it. */
    synchronized boolean enter(String queue) {
        int own = byQueue.getOrDefault(queue, 0);
        if (total >= limit && (own >= share(own == 0) || total / 2 >= limit)) {
            return false;
        }
        byQueue.put(queue, own + 1);
        total++;
        return true;
    }

    private int share(boolean isNew) {
        return Math.max(1, limit / (byQueue.size() + (isNew ? 1 : 0)));
    }

    synchronized void leave(String queue) {
        byQueue.computeIfPresent(queue, (name, waiting) -> waiting == 1 ? null : waiting - 1);
        total--;
    }
}
