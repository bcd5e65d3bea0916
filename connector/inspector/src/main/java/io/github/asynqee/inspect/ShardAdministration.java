package io.github.asynqee.inspect;

import java.util.Map;

/** Manages the numbers of shards of queues; a role of the {@link Inspector}. Thread-safe. */
public interface ShardAdministration {

    /** @return the number of shards by queue, for all queues with shards, sorted by name; only reads */
    Map<String, Integer> counts();

    /**
     * Increases the number of shards of a queue. Producers and running workers use the new shards within 10 s. Tasks
     * that are unique, or have a key, a group or an ID, stay in the previous shards.
     *
     * @param queue a queue with shards
     * @param count the new number of shards, up to 64
     * @throws QueueNotFoundException if the queue has no shards
     * @throws IllegalArgumentException if the queue has more shards, or the number is out of range
     */
    void add(String queue, int count);

    /**
     * Distributes tasks that are unique, or have a key, a group or an ID, over all shards of a queue. Before this
     * call, they only use the initial shards of the queue. The queue must be empty. Producers follow within 10 s.
     * Stop them for that time to exclude duplicates, and tasks that overtake others with the same key.
     *
     * @param queue a queue with shards
     * @throws QueueNotFoundException if the queue has no shards
     * @throws QueueStateException if one of its shards has a task in any state
     */
    void spreadKeys(String queue);

    /**
     * Computes the hash slot of a queue's keys in a Redis Cluster, without a call to Redis.
     *
     * @param queue the queue
     * @return the slot, from 0 to 16383
     */
    int clusterSlot(String queue);
}
