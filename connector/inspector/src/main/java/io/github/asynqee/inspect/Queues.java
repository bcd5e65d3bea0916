package io.github.asynqee.inspect;

import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;

import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.statistics.QueueStatistics;
import io.github.asynqee.statistics.StatisticsRange;
import org.jspecify.annotations.Nullable;

/** Reads, pauses and removes queues; a role of the {@link Inspector}. Thread-safe. */
public interface Queues {

    /** @return the names of all queues, sorted */
    List<String> names();

    /**
     * Counts the tasks of a queue and estimates its memory from samples.
     *
     * @param queue the queue
     * @return its statistics at this moment
     * @throws QueueNotFoundException if the queue does not exist
     */
    QueueInfo info(String queue);

    /**
     * Counts the tasks of several queues like {@link #info}, with a few round trips in total.
     *
     * @param queues the queues
     * @return their statistics, in the same order, without queues that do not exist
     */
    List<QueueInfo> infos(Collection<String> queues);

    /**
     * Counts the tasks of several queues like {@link #infos(Collection)}, but does not fail if some queues cannot be
     * read, for example because a key has the wrong type or a cluster node is down.
     *
     * @param queues the queues
     * @param failed called for each existing queue that cannot be read, with the reason
     * @return the statistics of all other existing queues, in the same order
     */
    List<QueueInfo> infos(Collection<String> queues, BiConsumer<String, BrokerException> failed);

    /**
     * Counts the tasks of very many queues with one command per queue. Does not estimate memory, which is 0 in the
     * result, and does not check whether the queues exist.
     *
     * @param queues the queues
     * @param failed called for each queue that cannot be read, with the reason
     * @return the statistics of all other queues, in the same order; a queue that does not exist is empty
     */
    List<QueueInfo> counts(Collection<String> queues, BiConsumer<String, BrokerException> failed);

    /**
     * Returns the daily counters of a queue, which Redis keeps for 90 days.
     *
     * @param queue the queue
     * @param days number of days, including today (UTC); 1 to 1,000
     * @return one entry for each day, today first
     * @throws QueueNotFoundException if the queue does not exist
     * @throws IllegalArgumentException if {@code days} is less than 1 or more than 1,000
     */
    List<DailyStats> history(String queue, int days);

    /**
     * Returns the statistics of a queue recorded by servers of this project, in total and by type: throughput,
     * failures, waiting and run times.
     *
     * @param queue the queue
     * @param range the range of time
     * @return the statistics
     * @throws QueueNotFoundException if the queue does not exist
     */
    QueueStatistics statistics(String queue, StatisticsRange range);

    /**
     * Lists the groups of a queue with waiting tasks.
     *
     * @param queue the queue; need not exist
     * @return the groups, sorted by name
     */
    List<GroupInfo> groups(String queue);

    /**
     * Lists a part of the groups with waiting tasks, for queues with very many groups. A group that appears or
     * disappears between two calls may be missing or listed twice.
     *
     * @param queue the queue; need not exist
     * @param next cursor of the previous page, {@code null} to begin
     * @param limit the requested number of groups, at least 1; the result may contain slightly more
     * @return the groups
     * @throws IllegalArgumentException if {@code limit} is less than 1
     */
    GroupInfo.Page groups(String queue, @Nullable String next, int limit);

    /**
     * Lists the limit keys of a queue with running or blocked tasks.
     *
     * @param queue the queue; need not exist
     * @return the keys, most blocked tasks first
     */
    List<LimitKey.State> limits(String queue);

    /**
     * Returns why tasks of a queue do not run now. Only reads, with a few commands and data published by running
     * servers.
     *
     * @param queue the queue
     * @return the reasons, at least one; the first reason must be resolved first. For a
     *         {@link Inspector#logical() logical} queue, the reasons of its shards; a message that does not apply to
     *         all shards begins with the shard's name
     * @throws QueueNotFoundException if the queue does not exist
     */
    List<Waiting> why(String queue);

    /**
     * Ends the pause of a key of a limit that a handler has paused: its tasks may start before
     * {@link LimitKey.State#closedUntil}. A server with the limit notices it within a second.
     *
     * @param queue the queue
     * @param key the key
     * @throws QueueStateException if the key is not paused
     */
    void resume(String queue, LimitKey key);

    /**
     * Pauses a queue, so that workers stop taking its tasks. Running tasks are not affected.
     *
     * @param queue the queue; need not exist
     * @throws QueueStateException if it is already paused
     */
    void pause(String queue);

    /**
     * Resumes a queue.
     *
     * @param queue the queue
     * @throws QueueStateException if it is not paused
     */
    void unpause(String queue);

    /**
     * Removes a queue with all its data: tasks, groups, locks of its tasks, counters, statistics, the pause. For a
     * {@link Inspector#logical() logical} queue, also removes the record of its shards.
     *
     * @param queue the queue
     * @param force true to delete its tasks in all states; false to delete no tasks
     * @throws QueueNotFoundException if the queue does not exist
     * @throws QueueStateException if it has active tasks or tasks that are handled as a group, or, without
     *         {@code force}, any tasks, or if tasks were enqueued during the removal
     */
    void remove(String queue, boolean force);
}
