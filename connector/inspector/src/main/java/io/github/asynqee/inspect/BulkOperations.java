package io.github.asynqee.inspect;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

import io.github.asynqee.TaskState;
import io.github.asynqee.redis.BrokerException;
import org.jspecify.annotations.Nullable;

/**
 * Changes many tasks: tasks that match a {@link TaskFilter}, in steps controlled by the caller, or all tasks of a
 * state or group at once. Thread-safe.
 *
 * <p>A change by filter walks through the queues and states of the filter and reads all their tasks. A task is
 * changed if it matches and has not changed since it was read. The change has the same effect as the method of
 * {@link TaskChanges} for a single task. The caller continues with {@link BulkPage#next()} until it is {@code null},
 * and cancels the change by not calling again. A walk visits each task that is in one of the collections at the
 * beginning and stays there. It may visit tasks that arrive during the walk. A run never changes a task twice.
 * Members of groups that are currently being handled are not visited.
 *
 * <p>Each call to Redis reads or changes at most 100 tasks. In a queue with more than 100,000 pending tasks, the
 * newest pending task takes the position of a task that is removed from the middle; all other tasks keep their order.
 */
public interface BulkOperations {

    /** Maximum number of tasks in a {@link TaskCount#sample()}. */
    int SAMPLE_SIZE = 10;

    /**
     * Counts the tasks that match a filter, regardless of the action. Only reads.
     *
     * @param filter selects the tasks
     * @param next {@link TaskCount#next()} of the previous call, {@code null} to begin
     * @param budget the time limit; a call that exceeds it ends early, and the next call continues from there
     * @return the numbers of this call; the caller adds them up
     * @throws IllegalArgumentException if {@code next} is not from a count with the same filter
     * @throws BrokerException if Redis is unreachable or rejects a command
     */
    TaskCount count(TaskFilter filter, @Nullable String next, Duration budget);

    /**
     * Performs one step of a change.
     *
     * <p>If Redis becomes unreachable after some tasks have been changed, the step ends early and returns their
     * results. {@link BulkPage#uncertain()} then tells whether more tasks may have been changed, and the next call
     * throws the exception. After an exception, continue the change from the {@code next} of the last page. Tasks
     * that the failed call may have changed are not reported again.
     *
     * @param action the action
     * @param filter selects the tasks
     * @param next {@link BulkPage#next()} of the previous step, {@code null} to begin a new run
     * @param limit maximum number of results, from 1 to {@link Inspector#MAX_PAGE_SIZE}
     * @param budget the time limit; a step that exceeds it ends early
     * @return the step
     * @throws IllegalArgumentException if {@code limit} is out of range, or {@code next} is not from a page with the
     *         same action and filter. The times in the filter may differ; the run uses the times from its beginning
     * @throws BrokerException if Redis is unreachable or rejects a command
     */
    BulkPage change(BulkAction action, TaskFilter filter, @Nullable String next, int limit, Duration budget);

    /**
     * Returns changes with a run name that the caller chooses; by default, each run has a generated name. A change
     * that is begun again with the same name skips tasks that this run was the last to change.
     * {@link BulkAction#RESTORE} restores only tasks archived by the run with this name; other tasks do not appear in
     * the results.
     *
     * @param name the name, not blank
     * @return the changes
     */
    BulkOperations asRun(String name);

    /**
     * Returns changes with an additional condition that a filter cannot express.
     *
     * @param condition called for each task that matches the filter; must be the same for all steps of a change
     * @return changes of tasks that match both. It supports {@link #count} and {@link #change}; the other methods
     *         throw an {@link IllegalStateException}
     */
    BulkOperations where(Predicate<InspectedTask> condition);

    /**
     * Makes all tasks pending that are in a state when the call begins.
     *
     * @param queue the queue
     * @param state {@link TaskState#SCHEDULED}, {@link TaskState#RETRY} or {@link TaskState#ARCHIVED}
     * @return the number of tasks
     * @throws QueueNotFoundException if the queue does not exist
     * @throws IllegalArgumentException if the state is not one of these
     */
    int runAll(String queue, TaskState state);

    /**
     * Makes all tasks pending that wait in a group when the call begins.
     *
     * @param queue the queue
     * @param group the group
     * @return the number of tasks
     * @throws QueueNotFoundException if the queue does not exist
     */
    int runGroup(String queue, String group);

    /**
     * Archives all tasks that are in a state when the call begins.
     *
     * @param queue the queue
     * @param state {@link TaskState#PENDING}, {@link TaskState#SCHEDULED} or {@link TaskState#RETRY}
     * @return the number of tasks
     * @throws QueueNotFoundException if the queue does not exist
     * @throws IllegalArgumentException if the state is not one of these
     */
    int archiveAll(String queue, TaskState state);

    /**
     * Archives all tasks that wait in a group when the call begins.
     *
     * @param queue the queue
     * @param group the group
     * @return the number of tasks
     * @throws QueueNotFoundException if the queue does not exist
     */
    int archiveGroup(String queue, String group);

    /**
     * Deletes all tasks that are in a state when the call begins, and releases their unique locks.
     *
     * @param queue the queue
     * @param state any state except {@link TaskState#ACTIVE} and {@link TaskState#AGGREGATING}
     * @return the number of tasks
     * @throws QueueNotFoundException if the queue does not exist
     * @throws IllegalArgumentException if the state is not allowed
     */
    int deleteAll(String queue, TaskState state);

    /**
     * Deletes all tasks that wait in a group when the call begins, and releases their unique locks.
     *
     * @param queue the queue
     * @param group the group
     * @return the number of tasks
     * @throws QueueNotFoundException if the queue does not exist
     */
    int deleteGroup(String queue, String group);

    /**
     * The number of tasks that match a filter: the preview of a bulk change.
     *
     * @param matching number of matching tasks read by this call
     * @param examined number of tasks read by this call
     * @param sample the first matching tasks, at most {@link BulkOperations#SAMPLE_SIZE}
     * @param next cursor for the next call, {@code null} when the count is complete
     */
    record TaskCount(long matching, long examined, List<InspectedTask> sample, @Nullable String next) {}
}
