package io.github.asynqee.inspect;

import java.util.List;
import java.util.function.Predicate;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.redis.BrokerException;

/**
 * Inspects and changes queues and tasks, like asynq's Inspector (protocol section 5.7). Each method returns
 * the interface of one subject, for example {@link Queues}. Thread-safe.
 *
 * <p>No call keeps Redis busy for long. Operations on many tasks are sent in chunks, so they are atomic for each task
 * but not as a whole. In a queue with more than 50,000 pending tasks, the newest pending task takes the position of a
 * task that is removed from the middle; all other tasks keep their order.
 *
 * <p>Each method throws a {@link BrokerException} if Redis is unreachable or rejects a command, and an
 * {@link IllegalArgumentException} if the name of a queue is blank. Methods that need the queue to exist throw a
 * {@link QueueNotFoundException} if it does not.
 */
public interface Inspector extends AutoCloseable {

    /** Maximum page size. */
    int MAX_PAGE_SIZE = 10_000;

    /** @return reads, pauses and removes queues */
    Queues queues();

    /** @return reads tasks */
    Tasks tasks();

    /** @return changes single tasks */
    TaskChanges changes();

    /**
     * @return changes many tasks. With a {@linkplain #within scope}, this object only covers queues that existed at its
     *        first call
     */
    BulkOperations bulk();

    /** @return lists, pauses, resumes and runs the scheduler entries of all running schedulers */
    PeriodicEntries periodic();

    /** @return batches and chains */
    Batches batches();

    /** @return the numbers of shards of queues */
    ShardAdministration shards();

    /** @return findings, and repair */
    Health health();

    /** @return all running servers with their active tasks, sorted by host and process ID; only reads */
    List<ServerDetails> servers();

    /** @return the outboxes of all running applications, sorted by application, host and process ID; only reads */
    List<OutboxDetails> outboxes();

    /**
     * Returns an inspector of logical queues, which treats a queue with shards as one queue:
     *
     * <ul>
     * <li>The queue is listed once, and its numbers are sums over its shards. It is paused if all shards are paused.
     * <li>A task is searched in all shards. {@link TaskInfo#queue()} of a task is its shard.
     * <li>Operations on the queue apply to all shards, one after the other. Pages of tasks list one shard after the
     * other.
     * <li>The name of a shard other than the first refers to this shard only.
     * <li>A task that is duplicated or moved to a queue goes to the shard in which a producer would store it.
     * </ul>
     *
     * <p>The numbers of shards are cached for 2 s. Closing the returned inspector closes this inspector.
     *
     * @return an inspector of logical queues
     */
    Inspector logical();

    /**
     * Returns an inspector with a scope: queues outside the scope appear not to exist. Lists omit data without a
     * queue in the scope, and operations on Redis as a whole throw an {@link OutOfScopeException}. Closing the
     * returned inspector closes this inspector.
     *
     * @param queues tests the name of a queue or shard; true if it is in the scope
     * @return an inspector of these queues
     */
    Inspector within(Predicate<String> queues);

    /** Closes the inspector. The container closes an injected inspector. */
    @Override
    void close();
}
