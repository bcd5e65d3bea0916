package io.github.asynqee.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

import io.github.asynqee.BrokerException;
import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.statistics.QueueStatistics;
import io.github.asynqee.statistics.StatisticsRange;

/**
 * Inspects and changes queues and tasks, as asynq's Inspector does (protocol section 5.7). Thread-safe.
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

    /** @return the names of all queues, sorted */
    List<String> queues();

    /**
     * Counts the tasks of a queue and estimates its memory from samples.
     *
     * @param queue the queue
     * @return its statistics at this moment
     * @throws QueueNotFoundException if there is no such queue
     */
    QueueInfo queue(String queue);

    /**
     * The daily counters of a queue, which are kept for 90 days.
     *
     * @param queue the queue
     * @param days how many days, today (UTC) included; at least 1
     * @return one entry for each day, today first
     * @throws QueueNotFoundException if there is no such queue
     * @throws IllegalArgumentException if {@code days} is less than 1
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
    GroupInfo.Page groups(String queue, String next, int limit);

    /**
     * One task.
     *
     * @param queue the queue
     * @param id the task's ID
     * @return the task
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     */
    InspectedTask task(String queue, String id);

    /**
     * The last attempts to run a task, as far as servers of this project have recorded them.
     *
     * @param queue the queue
     * @param id the task's ID
     * @return the attempts in the order of their numbers; those that must have been made and are not recorded are
     *         {@link InspectedTask.Attempt.Outcome#NOT_RECORDED}, one entry for adjacent ones
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task cannot be read
     */
    List<InspectedTask.Attempt> attempts(String queue, String id);

    /**
     * A page of the tasks of a state. Pending and active tasks are listed in the order in which they run or were started,
     * all others by ascending time: the time to run, of archiving, or of the end of retention. Tasks whose message cannot be
     * read are left out.
     *
     * @param queue the queue
     * @param state the state; for {@link TaskState#AGGREGATING} use {@link #tasksOfGroup}
     * @param page the number of the page, from 1
     * @param size the number of tasks per page, from 1 to {@link #MAX_PAGE_SIZE}
     * @return the tasks
     * @throws QueueNotFoundException if there is no such queue
     * @throws IllegalArgumentException if page, size or state is out of range
     */
    List<InspectedTask> tasks(String queue, TaskState state, int page, int size);

    /**
     * A page of the tasks that wait in a group, by the time they joined it.
     *
     * @param queue the queue
     * @param group the group
     * @param page the number of the page, from 1
     * @param size the number of tasks per page, from 1 to {@link #MAX_PAGE_SIZE}
     * @return the tasks
     * @throws QueueNotFoundException if there is no such queue
     * @throws IllegalArgumentException if page or size is out of range
     */
    List<InspectedTask> tasksOfGroup(String queue, String group, int page, int size);

    /**
     * Searches tasks by reading all tasks of the filter's queues and states, up to 200 or about 1 MB with each call to Redis.
     * A page also ends when the payloads and results of its tasks exceed 8 MB. Tasks that change their state during the search
     * may be missed or found twice.
     *
     * @param filter what is searched
     * @param next {@link SearchPage#next()} of the page before, {@code null} for the first one
     * @param limit how many tasks the page has at most, from 1 to {@link #MAX_PAGE_SIZE}
     * @param budget for how long it may search; a page that took longer ends early, and the next one goes on from there
     * @return the page
     * @throws IllegalArgumentException if {@code limit} is out of range or {@code next} is not from a page
     */
    default SearchPage search(TaskFilter filter, String next, int limit, Duration budget) {
        return search(filter, task -> true, next, limit, budget);
    }

    /**
     * The same search with a condition of the caller. A slow condition takes part in the budget: the page ends after a few tasks
     * when it is over.
     *
     * @param filter what is searched
     * @param condition must be true, too; tested for tasks of the filter alone
     * @param next {@link SearchPage#next()} of the page before, {@code null} for the first one
     * @param limit how many tasks the page has at most, from 1 to {@link #MAX_PAGE_SIZE}
     * @param budget for how long it may search; a page that took longer ends early, and the next one goes on from there
     * @return the page
     * @throws IllegalArgumentException if {@code limit} is out of range or {@code next} is not from a page
     */
    SearchPage search(TaskFilter filter, Predicate<InspectedTask> condition, String next, int limit, Duration budget);

    /**
     * Groups failed tasks, which are to be retried or archived, by their errors.
     *
     * @param filter which tasks; its states do not matter
     * @param limit how many tasks are looked at at most
     * @return the groups, those with the most tasks first
     */
    List<ErrorGroup> errors(TaskFilter filter, int limit);

    /**
     * Makes a task pending: scheduled, to be retried, archived, completed, or waiting in a group.
     *
     * @param queue the queue
     * @param id the task's ID
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task is active or pending, or is missing in the collection of its state
     */
    void runTask(String queue, String id);

    /**
     * Archives a task that is neither active nor archived. The archive is trimmed to its limits.
     *
     * @param queue the queue
     * @param id the task's ID
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task is active or archived, or is missing in the collection of its state
     */
    void archiveTask(String queue, String id);

    /**
     * Archives a task as {@link #archiveTask} does and records with it where it was, for {@link #restoreTask}.
     *
     * @param queue the queue
     * @param id the task's ID
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task is active or archived, or is missing in the collection of its state
     */
    void archiveRestorable(String queue, String id);

    /**
     * Restores a task that {@link #archiveRestorable} or a bulk change has archived, see {@link BulkAction#RESTORE}.
     *
     * @param queue the queue
     * @param id the task's ID
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task is not archived, was archived otherwise, or again since, or is missing in the
     *         archive
     */
    void restoreTask(String queue, String id);

    /**
     * Deletes a task that is not active, and releases its unique lock.
     *
     * @param queue the queue
     * @param id the task's ID
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task is active, or is missing in the collection of its state
     */
    void deleteTask(String queue, String id);

    /**
     * Replaces the payload of a scheduled task. Its unique lock is not changed.
     *
     * @param queue the queue
     * @param id the task's ID
     * @param payload the new payload
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task is not scheduled, or was changed at the same time
     */
    void updatePayload(String queue, String id, byte[] payload);

    /**
     * Publishes the request to cancel a task; whichever server runs it cancels its attempt. There is no confirmation.
     *
     * @param id the task's ID
     */
    void cancel(String id);

    /**
     * Makes all tasks of a state pending that are in it when the call begins.
     *
     * @param queue the queue
     * @param state {@link TaskState#SCHEDULED}, {@link TaskState#RETRY} or {@link TaskState#ARCHIVED}
     * @return the number of tasks
     * @throws QueueNotFoundException if there is no such queue
     * @throws IllegalArgumentException if the state is another one
     */
    int runAll(String queue, TaskState state);

    /**
     * Makes all tasks of a group pending that wait in it when the call begins.
     *
     * @param queue the queue
     * @param group the group
     * @return the number of tasks
     * @throws QueueNotFoundException if there is no such queue
     */
    int runGroup(String queue, String group);

    /**
     * Archives all tasks of a state that are in it when the call begins.
     *
     * @param queue the queue
     * @param state {@link TaskState#PENDING}, {@link TaskState#SCHEDULED} or {@link TaskState#RETRY}
     * @return the number of tasks
     * @throws QueueNotFoundException if there is no such queue
     * @throws IllegalArgumentException if the state is another one
     */
    int archiveAll(String queue, TaskState state);

    /**
     * Archives all tasks of a group that wait in it when the call begins.
     *
     * @param queue the queue
     * @param group the group
     * @return the number of tasks
     * @throws QueueNotFoundException if there is no such queue
     */
    int archiveGroup(String queue, String group);

    /**
     * Deletes all tasks of a state that are in it when the call begins, and releases their unique locks.
     *
     * @param queue the queue
     * @param state any but {@link TaskState#ACTIVE} and {@link TaskState#AGGREGATING}
     * @return the number of tasks
     * @throws QueueNotFoundException if there is no such queue
     * @throws IllegalArgumentException if the state is another one
     */
    int deleteAll(String queue, TaskState state);

    /**
     * Deletes all tasks of a group that wait in it when the call begins, and releases their unique locks.
     *
     * @param queue the queue
     * @param group the group
     * @return the number of tasks
     * @throws QueueNotFoundException if there is no such queue
     */
    int deleteGroup(String queue, String group);

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
     * {@link #logical()} queue also the record of its shards.
     *
     * @param queue the queue
     * @param force whether its tasks may be deleted, in all states; without, no task is deleted
     * @throws QueueNotFoundException if there is no such queue
     * @throws QueueStateException if it has active tasks or tasks that are handled as a group, or, without {@code force}, any
     *         tasks, or if tasks were enqueued during the removal
     */
    void removeQueue(String queue, boolean force);

    /** @return all running servers with what they run at the moment, sorted by host and process ID; only reads */
    List<ServerDetails> servers();

    /** @return the entries of all running schedulers, sorted by specification and ID; only reads */
    List<SchedulerEntryDetails> schedulerEntries();

    /**
     * A page of the enqueue events of a scheduler's entry, the latest first.
     *
     * @param entryId the entry's ID
     * @param page the number of the page, from 1
     * @param size the number of events per page, at least 1
     * @return the events
     * @throws IllegalArgumentException if page or size is out of range
     */
    List<EnqueueEvent> enqueueEvents(String entryId, int page, int size);

    /** @return the periodic entries of all running schedulers, to be listed, paused, resumed and run */
    PeriodicEntries periodic();

    /**
     * Looks for what keeps tasks from being run, or endangers them: queues without a server, types without a handler, expired
     * leases, groups that are not aggregated, periodic entries registered several times, unsafe settings of any master of
     * Redis. Only reads; a few commands per master and queue. Of the groups of a queue up to 100 are examined.
     *
     * @return the findings, the most urgent first
     */
    List<Finding> findings();

    /**
     * The part of {@link #findings()} that concerns Redis and the periodic entries, not single queues.
     *
     * @return the findings, the most urgent first
     */
    List<Finding> redisFindings();

    /**
     * The part of {@link #findings()} that concerns some queues.
     *
     * @param queues their statistics, read just before
     * @return the findings, the most urgent first
     * @throws BrokerException if one of them cannot be examined, for example because a key has another type;
     *         {@link #findings()} leaves such a queue out
     */
    List<Finding> queueFindings(Collection<QueueInfo> queues);

    /**
     * What Redis reports about itself ({@code INFO}); in a cluster one of its nodes. Empty behind a proxy.
     *
     * @return field to value, sorted by field
     */
    Map<String, String> redisInfo();

    /**
     * The hash slot of a queue's keys in a Redis Cluster; computed, without a question to Redis.
     *
     * @param queue the queue
     * @return the slot, from 0 to 16383
     */
    int clusterSlot(String queue);

    /**
     * Counts the tasks of several queues, as {@link #queue} does for one, in a few round trips for all of them.
     *
     * @param queues the queues
     * @return their statistics, in the same order; a queue that does not exist is left out
     */
    List<QueueInfo> queueInfos(Collection<String> queues);

    /**
     * Counts the tasks of several queues as {@link #queueInfos(Collection)} does, also if some of them cannot be read, for
     * example because a key has a wrong type or a node of a cluster is down.
     *
     * @param queues the queues
     * @param failed called for each queue that exists and cannot be read, with the reason
     * @return the statistics of the others, in the same order; a queue that does not exist is left out
     */
    List<QueueInfo> queueInfos(Collection<String> queues, BiConsumer<String, BrokerException> failed);

    /**
     * Counts the tasks of very many queues with one command each. Neither is the memory estimated, which is 0 in the result,
     * nor is it asked whether the queues exist.
     *
     * @param queues the queues
     * @param failed called for each queue that cannot be read, with the reason
     * @return the statistics of the others, in the same order; a queue that does not exist is empty
     */
    List<QueueInfo> queueCounts(Collection<String> queues, BiConsumer<String, BrokerException> failed);

    /**
     * Looks for a task in every queue, by its key. IDs are unique in a queue only.
     *
     * @param id the task's ID
     * @return the task, in the first queue by name that has one with this ID; empty if none has
     * @throws TaskStateException if the task cannot be read
     */
    Optional<InspectedTask> find(String id);

    /**
     * Sets the time at which a task runs. A task that is to be retried stays in that state; any other one becomes
     * scheduled. A task of a group leaves the group and joins it again at that time. A completed task is no longer completed;
     * its result is kept. Its unique lock and its deadline are not changed.
     *
     * @param queue the queue
     * @param id the task's ID
     * @param at the time, cut to whole seconds; a time that has passed means at once, but for what the next look for due
     *        tasks takes
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task is active, is being handled with its group, is missing in the collection of its
     *         state, or was changed at the same time
     */
    void reschedule(String queue, String id, Instant at);

    /**
     * Changes the content of a task in any state but active. Its ID, state, time to run and place in the queue stay; a pending
     * task whose type changes moves to the tail of the queue. The new retention of a completed task counts from its success.
     * The unique lock stays as it is, also if type or payload change: it still keeps out tasks like the original one.
     *
     * @param queue the queue
     * @param id the task's ID
     * @param edit the changes
     * @return the task after the changes
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task is active, is being handled with its group, or was changed at the same time:
     *         nothing is changed then
     * @throws IllegalArgumentException if the edit sets queue, time to run or unique lock
     */
    TaskInfo edit(String queue, String id, TaskEdit edit);

    /**
     * Enqueues a new task with the type, payload, options and headers of another one in any state, as a client does. It has a
     * new ID and no retries so far. It has no unique lock unless the edit sets one, and runs at once, or joins the group of the
     * other, unless the edit sets a time.
     *
     * @param queue the queue of the other task
     * @param id the ID of the other task
     * @param edit what is different in the new task
     * @return the new task
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the message of the other task cannot be read
     * @throws DuplicateTaskException if the unique lock that the edit asks for is held
     * @throws EnqueueException if the new task was not enqueued
     */
    TaskInfo duplicate(String queue, String id, TaskEdit edit);

    /**
     * Moves a task that is not active to another queue, with its ID, state, times, result and retries. A pending task moves to
     * the tail of the other queue. It is stored in the other queue first and then deleted in its own. If the caller dies between
     * the two, the task is in both queues and may run twice, but is never lost; the same call again completes the move.
     *
     * <p>A unique lock that the task holds is released, and taken in the other queue for the time that is left, if it is free
     * there. If it is not, the task is moved without.
     *
     * @param queue the queue
     * @param id the task's ID
     * @param targetQueue the other queue; need not exist
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task is active, is being handled with its group, is missing in the collection of its
     *         state, or was changed at the same time, or the other queue has another task with this ID
     * @throws IllegalArgumentException if both queues are the same
     */
    void move(String queue, String id, String targetQueue);

    /**
     * Releases the unique lock of a task, if the task holds it: from now on another such task can be enqueued.
     *
     * @param queue the queue
     * @param id the task's ID
     * @return whether the task held it
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     */
    boolean releaseLock(String queue, String id);

    /**
     * The unique lock of a task. Only reads.
     *
     * @param queue the task's queue
     * @param id the task's ID
     * @return the lock, empty if the task was not enqueued as a unique one
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     */
    Optional<UniqueLock> uniqueLock(String queue, String id);

    /**
     * The lock that keeps a second task with the same content from being enqueued.
     *
     * @param key its key in Redis
     * @param held whether the task holds it: false if it has expired, was released, or is held by another task
     */
    record UniqueLock(String key, boolean held) {}

    /**
     * Looks for damaged state, which crashes, fail-overs, evictions and defects of clients leave behind, and repairs it. Reads
     * all tasks of the queue in small steps. Nothing that is in order is changed; each repair is made in one step that looks
     * again. It can be interrupted and repeated at any time.
     *
     * @param queue the queue
     * @param apply whether to repair; false only reports
     * @return what is damaged, or was repaired
     * @throws QueueNotFoundException if there is no such queue
     */
    List<Repair> repair(String queue, boolean apply);

    /** @return changes of many tasks, chosen by a filter */
    BulkOperations bulk();

    /**
     * Changes of many tasks, chosen by a filter and a condition that a filter cannot express.
     *
     * @param condition called for each task that matches the filter; must be the same for all steps of a change
     * @return changes of the tasks that fulfil both
     */
    BulkOperations bulk(Predicate<InspectedTask> condition);

    /**
     * The same for logical queues. A queue with shards is one queue: it is listed once, its numbers are the sums over its shards,
     * a task is looked for in all of them, and what concerns the queue concerns all shards, one after the other. A queue is
     * paused if all of its shards are. The name of a shard other than the first is still that of this shard alone. Of a
     * task, {@link TaskInfo#queue()} is its shard. Pages of tasks go through one shard after the other. A task that is duplicated
     * or moved to a queue goes to the shard in which a producer with shards would store it.
     *
     * <p>The numbers of shards are read again after 2 s. Closing it closes this inspector.
     *
     * @return an inspector of logical queues
     */
    Inspector logical();

    /** @return queue to number of its shards, of all queues with shards, sorted by name; only reads */
    Map<String, Integer> shards();

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
    void addShards(String queue, int count);

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

    /** Closes the inspector; one that the container injects is closed by the container. */
    @Override
    void close();
}
