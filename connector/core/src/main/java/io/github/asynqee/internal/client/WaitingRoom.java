package io.github.asynqee.internal.client;

import java.util.HashMap;
import java.util.Map;

/**
 * Limits how many tasks wait. If the room is full, a queue that has less than its equal share of it is admitted nevertheless: tasks
 * of queues that cannot be written do not block those of others. There are never more than twice as many as the limit.
 */
final class WaitingRoom {

    private final int limit;
    private final Map<String, Integer> byQueue = new HashMap<>();
    private int total;

    WaitingRoom(int limit) {
        this.limit = limit;
    }

    /** Lets a task of a queue in; returns false if there is no room for it. */
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
