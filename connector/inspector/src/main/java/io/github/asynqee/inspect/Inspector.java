package io.github.asynqee.inspect;

import java.util.List;
import java.util.function.Predicate;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.redis.BrokerException;

/**
 * Inspects and changes queues and tasks, as asynq's Inspector does (protocol section 5.7): an entrance to the roles, each of which
 * is about one subject. Thread-safe.
 *
 * <p>No call keeps Redis busy for long: operations on many tasks are sent in batches, and are then atomic for each task, not
 * as a whole. In a queue with more than 50,000 pending tasks, the place of a task that is removed from the middle is taken by
 * the newest pending task; all others keep their order.
 *
 * <p>Each method throws a {@link BrokerException} if Redis cannot be reached or refuses, and an
 * {@link IllegalArgumentException} if the name of a queue is blank. Methods that need the queue to exist throw a
 * {@link QueueNotFoundException} if it does not.
 */
public interface Inspector extends AutoCloseable {

    /** The largest page that can be asked for. */
    int MAX_PAGE_SIZE = 10_000;

    /** @return the queues, to be read, paused and removed */
    Queues queues();

    /** @return the tasks, to be read */
    Tasks tasks();

    /** @return changes of single tasks */
    TaskChanges changes();

    /** @return changes of many tasks. In an inspector of {@link #within some queues}, the queues are those at its first call */
    BulkOperations bulk();

    /** @return the periodic entries of all running schedulers, to be listed, paused, resumed and run */
    PeriodicEntries periodic();

    /** @return batches and chains */
    Batches batches();

    /** @return the numbers of shards of queues */
    ShardAdministration shards();

    /** @return findings, and repair */
    Health health();

    /** @return all running servers with what they run at the moment, sorted by host and process ID; only reads */
    List<ServerDetails> servers();

    /** @return the outboxes of all running applications, sorted by application, host and process ID; only reads */
    List<OutboxDetails> outboxes();

    /**
     * The same for logical queues. A queue with shards is one queue: it is listed once, its numbers are the sums over its shards,
     * a task is searched in all of them, and what concerns the queue concerns all shards, one after the other. A queue is
     * paused if all of its shards are. The name of a shard other than the first is still that of this shard alone. Of a
     * task, {@link TaskInfo#queue()} is its shard. Pages of tasks go through one shard after the other. A task that is duplicated
     * or moved to a queue goes to the shard in which a producer with shards would store it.
     *
     * <p>The numbers of shards are read again after 2 s. Closing it closes this inspector.
     *
     * @return an inspector of logical queues
     */
    Inspector logical();

    /**
     * The same for some queues: all others look as if they did not exist. What names none of these queues is left out of lists
     * or, if it concerns Redis as a whole, refused with an {@link OutOfScopeException}. Closing it closes this inspector.
     *
     * @param queues decides by its name whether a queue is seen; is asked for shards, too
     * @return an inspector of those queues
     */
    Inspector within(Predicate<String> queues);

    /** Closes the inspector; one that the container injects is closed by the container. */
    @Override
    void close();
}
