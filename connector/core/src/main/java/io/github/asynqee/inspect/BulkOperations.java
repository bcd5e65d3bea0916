package io.github.asynqee.inspect;

import java.time.Duration;

import io.github.asynqee.BrokerException;

/**
 * Changes of many tasks, chosen by a {@link TaskFilter}, in steps that the caller controls. Thread-safe.
 *
 * <p>A change walks through the queues and states of the filter and reads all their tasks. A task is changed if it matches
 * and is in Redis as it was read; what happens to it is what happens by the operation of {@link Inspector} for one task.
 * The caller goes on with {@link BulkPage#next()} until that is {@code null}, and cancels the change by not calling again.
 * A walk visits each task that is in one of the collections at the beginning and stays there. Tasks that arrive during the
 * walk may be visited. No run changes a task twice. Members of groups that are being handled at the moment are not
 * visited.
 *
 * <p>No call to Redis reads or changes more than a few hundred tasks.
 */
public interface BulkOperations {

    /** How many tasks a {@link TaskCount} shows at most. */
    int SAMPLE_SIZE = 10;

    /**
     * Counts the tasks that match a filter, for all actions alike. Only reads.
     *
     * @param filter which tasks
     * @param next {@link TaskCount#next()} of the call before, {@code null} to begin
     * @param budget for how long it may count; a call that took longer ends early, and the next one goes on from there
     * @return the numbers of this call: the caller adds them up
     * @throws IllegalArgumentException if {@code next} is not from a count with the same filter
     * @throws BrokerException if Redis cannot be reached or refuses
     */
    TaskCount count(TaskFilter filter, String next, Duration budget);

    /**
     * Takes one step of a change.
     *
     * <p>If Redis cannot be reached after some tasks have been changed, the step ends early and returns their results; the
     * exception is thrown by the next call. After an exception the change goes on from the {@code next} of the last page;
     * tasks that the failed call may have changed are not reported again.
     *
     * @param action what is done with the tasks
     * @param filter which tasks
     * @param next {@link BulkPage#next()} of the step before, {@code null} to begin a new run
     * @param limit how many results the page has at most, from 1 to {@link Inspector#MAX_PAGE_SIZE}
     * @param budget for how long it may work; a step that took longer ends early
     * @return the step
     * @throws IllegalArgumentException if {@code limit} is out of range, or {@code next} is not from a page of the same
     *         action and filter; the times of the filter may differ
     * @throws BrokerException if Redis cannot be reached or refuses
     */
    BulkPage change(BulkAction action, TaskFilter filter, String next, int limit, Duration budget);
}
