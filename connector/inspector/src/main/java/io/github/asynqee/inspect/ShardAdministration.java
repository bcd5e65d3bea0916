package io.github.asynqee.inspect;

import java.util.Map;

/** Numbers of shards and the hash slots of queues, as a role of the {@link Inspector}. Thread-safe. */
public interface ShardAdministration {

    /** @return queue to number of its shards, of all queues with shards, sorted by name; only reads */
    Map<String, Integer> counts();

    /**
     * Raises the number of shards of a queue. Producers use the new shards after at most 10 s, workers from their next start on:
     * raise it by starting workers with a higher number, unless they have been started with this number before. Tasks that are
     * unique, or have a key, a group or an ID, stay in the shards they had.
     *
     * @param queue a queue with shards
     * @param count the number of shards, up to 64
     * @throws QueueNotFoundException if the queue has no shards
     * @throws IllegalArgumentException if it has more shards, or the number is out of range
     */
    void add(String queue, int count);

    /**
     * Distributes tasks that are unique, or have a key, a group or an ID, over all shards of a queue; until then they stay in
     * those it had at first. Possible only while the queue is empty. Producers follow within 10 s: until then a duplicate, or a
     * task that overtakes another one of its key, is possible, unless producers are stopped.
     *
     * @param queue a queue with shards
     * @throws QueueNotFoundException if the queue has no shards
     * @throws QueueStateException if one of its shards has a task in any state
     */
    void spreadKeys(String queue);

    /**
     * The hash slot of a queue's keys in a Redis Cluster; computed, without a question to Redis.
     *
     * @param queue the queue
     * @return the slot, from 0 to 16383
     */
    int clusterSlot(String queue);
}
