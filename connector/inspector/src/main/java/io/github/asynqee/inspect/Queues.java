package io.github.asynqee.inspect;

import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;

import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.statistics.QueueStatistics;
import io.github.asynqee.statistics.StatisticsRange;
import org.jspecify.annotations.Nullable;

/** Reads, pauses and removes queues, as a role of the {@link Inspector}. Thread-safe. */
public interface Queues {

    /** @return the names of all queues, sorted */
    List<String> names();

    /**
     * Counts the tasks of a queue and estimates its memory from samples.
     *
     * @param queue the queue
     * @return its statistics at this moment
     * @throws QueueNotFoundException if there is no such queue
     */
    QueueInfo info(String queue);

    /**
     * Counts the tasks of several queues, as {@link #info} does for one, in a few round trips for all of them.
     *
     * @param queues the queues
     * @return their statistics, in the same order; a queue that does not exist is left out
     */
    List<QueueInfo> infos(Collection<String> queues);

    /**
     * Counts the tasks of several queues as {@link #infos(Collection)} does, also if some of them cannot be read, for
     * example because a key has a wrong type or a node of a cluster is down.
     *
     * @param queues the queues
     * @param failed called for each queue that exists and cannot be read, with the reason
     * @return the statistics of the others, in the same order; a queue that does not exist is left out
     */
    List<QueueInfo> infos(Collection<String> queues, BiConsumer<String, BrokerException> failed);

    /**
     * Counts the tasks of very many queues with one command each. Neither is the memory estimated, which is 0 in the result,
     * nor is it asked whether the queues exist.
     *
     * @param queues the queues
     * @param failed called for each queue that cannot be read, with the reason
     * @return the statistics of the others, in the same order; a queue that does not exist is empty
     */
    List<QueueInfo> counts(Collection<String> queues, BiConsumer<String, BrokerException> failed);

    /**
     * The daily counters of a queue, which are kept for 90 days.
     *
     * @param queue the queue
     * @param days how many days, today (UTC) included; 1 to 1,000
     * @return one entry for each day, today first
     * @throws QueueNotFoundException if there is no such queue
     * @throws IllegalArgumentException if {@code days} is less than 1 or more than 1,000
     */
    List<DailyStats> history(String queue, int days);

    /**
     * What servers of this project have recorded of a queue, in all and by type: throughput, failures, waiting and run times.
     *
     * @param queue the queue
     * @param range the range of time
     * @return the statistics
     * @throws QueueNotFoundException if there is no such queue
     */
    QueueStatistics statistics(String queue, StatisticsRange range);

    /**
     * The groups of a queue that have waiting tasks.
     *
     * @param queue the queue; need not exist
     * @return the groups, sorted by name
     */
    List<GroupInfo> groups(String queue);

    /**
     * Some groups of a queue that have waiting tasks, for queues with very many. A group that comes or goes meanwhile may be
     * missing or listed twice.
     *
     * @param queue the queue; need not exist
     * @param next where an earlier page has ended, {@code null} to begin
     * @param limit how many groups are enough, at least 1; some more may be returned
     * @return the groups
     * @throws IllegalArgumentException if {@code limit} is less than 1
     */
    GroupInfo.Page groups(String queue, @Nullable String next, int limit);

    /**
     * The keys of limits of a queue that have tasks which run or wait.
     *
     * @param queue the queue; need not exist
     * @return the keys, those with the most waiting tasks first
     */
    List<LimitKey.State> limits(String queue);

    /**
     * Tells why tasks of a queue do not run now. Only reads: a few commands and what running servers publish.
     *
     * @param queue the queue
     * @return the reasons, at least one: the first one must end first. Of a {@link Inspector#logical() logical} queue those of
     *         its shards; a message that is not about all of them begins with the name of its shard
     * @throws QueueNotFoundException if there is no such queue
     */
    List<Waiting> why(String queue);

    /**
     * Pauses a queue: workers take no more tasks from it. Running tasks are not affected.
     *
     * @param queue the queue; need not exist
     * @throws QueueStateException if it is paused already
     */
    void pause(String queue);

    /**
     * Ends the pause of a queue.
     *
     * @param queue the queue
     * @throws QueueStateException if it is not paused
     */
    void unpause(String queue);

    /**
     * Removes a queue with all that belongs to it: tasks, groups, locks of its tasks, counters, statistics, the pause; of a
     * {@link Inspector#logical() logical} queue also the record of its shards.
     *
     * @param queue the queue
     * @param force whether its tasks may be deleted, in all states; without, no task is deleted
     * @throws QueueNotFoundException if there is no such queue
     * @throws QueueStateException if it has active tasks or tasks that are handled as a group, or, without {@code force}, any
     *         tasks, or if tasks were enqueued during the removal
     */
    void remove(String queue, boolean force);
}
