package io.github.asynqee.inspect;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

import io.github.asynqee.TaskState;
import io.github.asynqee.redis.BrokerException;
import org.jspecify.annotations.Nullable;

/**
 * Changes of many tasks: those that a {@link TaskFilter} chooses, in steps that the caller controls, or all tasks of a state or
 * group at once. Thread-safe.
 *
 * <p>A change by a filter walks through the queues and states of the filter and reads all their tasks. A task is changed if it matches
 * and is in Redis as it was read; what happens to it is what happens by the operation of {@link TaskChanges} for one task.
 * The caller continues with {@link BulkPage#next()} until that is {@code null}, and cancels the change by not calling again.
 * A walk visits each task that is in one of the collections at the beginning and stays there. Tasks that arrive during the
 * walk may be visited. No run changes a task twice. Members of groups that are being handled at the moment are not
 * visited.
 *
 * <p>No call to Redis reads or changes more than a hundred tasks. In a queue with more than 100,000 pending tasks, the place
 * of a task that is removed from the middle is taken by the newest pending task; all others keep their order.
 */
public interface BulkOperations {

    /** How many tasks a {@link TaskCount} shows at most. */
    int SAMPLE_SIZE = 10;

    /**
     * Counts the tasks that match a filter, for all actions alike. Only reads.
     *
     * @param filter which tasks
     * @param next {@link TaskCount#next()} of the call before, {@code null} to begin
     * @param budget for how long it may count; a call that took longer ends early, and the next one continues from there
     * @return the numbers of this call: the caller adds them up
     * @throws IllegalArgumentException if {@code next} is not from a count with the same filter
     * @throws BrokerException if Redis cannot be reached or refuses
     */
    TaskCount count(TaskFilter filter, @Nullable String next, Duration budget);

    /**
     * Takes one step of a change.
     *
     * <p>If Redis cannot be reached after some tasks have been changed, the step ends early and returns their results,
     * {@link BulkPage#uncertain()} tells whether there may be more; the exception is thrown by the next call. After an exception the change continues from the {@code next} of the last page;
     * tasks that the failed call may have changed are not reported again.
     *
     * @param action what is done with the tasks
     * @param filter which tasks
     * @param next {@link BulkPage#next()} of the step before, {@code null} to begin a new run
     * @param limit how many results the page has at most, from 1 to {@link Inspector#MAX_PAGE_SIZE}
     * @param budget for how long it may work; a step that took longer ends early
     * @return the step
     * @throws IllegalArgumentException if {@code limit} is out of range, or {@code next} is not from a page of the same
     *         action and filter; the values of its times may differ, those of the begin count
     * @throws BrokerException if Redis cannot be reached or refuses
     */
    BulkPage change(BulkAction action, TaskFilter filter, @Nullable String next, int limit, Duration budget);

    /**
     * The same changes as a run whose name the caller knows before it begins; otherwise each run has a name of its own. A change
     * that is begun again under the name changes no task that it has changed last. {@link BulkAction#RESTORE} restores only
     * tasks that the run of this name has archived; others are no results.
     *
     * @param name the name, not blank
     * @return the changes
     */
    BulkOperations asRun(String name);

    /**
     * The same changes of tasks that also fulfil a condition which a filter cannot express.
     *
     * @param condition called for each task that matches the filter; must be the same for all steps of a change
     * @return changes of the tasks that fulfil both, by {@link #count} and {@link #change}; the other methods refuse with an
     *         {@link IllegalStateException}
     */
    BulkOperations where(Predicate<InspectedTask> condition);

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
     * How many tasks match a filter: the preview of a bulk change.
     *
     * @param matching the number of tasks that match, of those that were read by this call
     * @param examined the number of tasks that were read by this call
     * @param sample the first tasks that match, at most {@link BulkOperations#SAMPLE_SIZE}
     * @param next where the count continues, {@code null} if it has come to its end
     */
    record TaskCount(long matching, long examined, List<InspectedTask> sample, @Nullable String next) {}
}
