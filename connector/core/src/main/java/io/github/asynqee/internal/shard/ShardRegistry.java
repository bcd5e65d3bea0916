package io.github.asynqee.internal.shard;

import java.util.Collection;
import java.util.Map;
import java.util.function.BiConsumer;

import io.github.asynqee.redis.BrokerException;

/** The numbers of shards that all processes share. Every operation may throw a {@link BrokerException}. */
public interface ShardRegistry {

    /** Effect of a declaration on a queue that is already recorded. */
    enum Declared {
        /** Nothing: its record is used. */
        KEEP,
        /** The number of shards is raised if it is lower. */
        RAISE
    }

    /** @return queue to shards, of all queues with shards, sorted by name; without damaged records, which are logged */
    Map<String, Shards> all();

    /**
     * Reads some records.
     *
     * @param queues the queues
     * @param failed called for each record that cannot be read, with the reason
     * @return queue to shards, for the queues that are recorded
     */
    Map<String, Shards> find(Collection<String> queues, BiConsumer<String, BrokerException> failed);

    /**
     * Records the shards of a queue that has no record. If the queue has no tasks, tasks with a key are distributed
     * over all shards. Otherwise they are kept in shard 0, which may already have tasks with the same key. Shards that
     * are added to a paused queue are paused before they are recorded.
     *
     * @param queue the queue
     * @param count the number of shards
     * @param declared what to do if the queue is recorded
     * @return the shards that are recorded now
     */
    Shards declare(String queue, int count, Declared declared);

    /**
     * Distributes tasks with a key over all shards from now on. The caller must know that no shard has tasks.
     *
     * @param queue a queue that is recorded
     * @return the shards that are recorded now
     */
    Shards spreadKeys(String queue);

    /**
     * Pauses some shards of a queue whose shard 0 is paused.
     *
     * @param queue the queue
     * @param from the number of the first of these shards, not 0
     * @param count the number after the last of these shards
     * @return whether shard 0 is paused
     */
    boolean copyPause(String queue, int from, int count);

    /** Removes the record of a queue. */
    void forget(String queue);
}
