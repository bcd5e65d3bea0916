package io.github.asynqee.inspect;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import io.github.asynqee.TaskAttempt;
import io.github.asynqee.TaskState;
import org.jspecify.annotations.Nullable;

/** Reads tasks; a role of the {@link Inspector}. Thread-safe. */
public interface Tasks {

    /**
     * Returns a task.
     *
     * @param queue the queue
     * @param id the task's ID
     * @return the task
     * @throws QueueNotFoundException if the queue does not exist
     * @throws TaskNotFoundException if the task does not exist
     */
    InspectedTask get(String queue, String id);

    /**
     * Finds a task by ID in all queues. IDs are only unique within a queue.
     *
     * @param id the task's ID
     * @return the task in the first queue, by name, that has a task with this ID; empty if no queue has
     * @throws TaskStateException if the task cannot be read
     */
    Optional<InspectedTask> find(String id);

    /**
     * Returns why a task does not run now. Only reads, with a few commands, data published by running servers, and at
     * most 1,000 positions of the pending list.
     *
     * @param queue the queue
     * @param id the task's ID
     * @return the reasons, at least one; the first reason must be resolved first
     * @throws QueueNotFoundException if the queue does not exist
     * @throws TaskNotFoundException if the task does not exist
     * @throws TaskStateException if the task cannot be read
     */
    List<Waiting> why(String queue, String id);

    /**
     * Returns the last attempts of a task, as recorded by servers of this project.
     *
     * @param queue the queue
     * @param id the task's ID
     * @return the attempts by number. Attempts that must have been made but are not recorded have the outcome
     *         {@link TaskAttempt.Outcome#NOT_RECORDED}, with one entry for adjacent attempts
     * @throws QueueNotFoundException if the queue does not exist
     * @throws TaskNotFoundException if the task does not exist
     * @throws TaskStateException if the task cannot be read
     */
    List<TaskAttempt> attempts(String queue, String id);

    /**
     * Returns a page of the tasks in a state. Pending and active tasks are listed in the order in which they run or
     * were started. Other tasks are listed by ascending time: start time, time of archiving, or end of retention.
     * Tasks with an unreadable message are omitted.
     *
     * @param queue the queue
     * @param state the state; for {@link TaskState#AGGREGATING} use {@link #listOfGroup}
     * @param page the number of the page, from 1
     * @param size the number of tasks per page, from 1 to {@link Inspector#MAX_PAGE_SIZE}
     * @return the tasks
     * @throws QueueNotFoundException if the queue does not exist
     * @throws IllegalArgumentException if page, size or state is out of range
     */
    List<InspectedTask> list(String queue, TaskState state, int page, int size);

    /**
     * Returns a page of the tasks waiting in a group, by the time they joined it.
     *
     * @param queue the queue
     * @param group the group
     * @param page the number of the page, from 1
     * @param size the number of tasks per page, from 1 to {@link Inspector#MAX_PAGE_SIZE}
     * @return the tasks
     * @throws QueueNotFoundException if the queue does not exist
     * @throws IllegalArgumentException if page or size is out of range
     */
    List<InspectedTask> listOfGroup(String queue, String group, int page, int size);

    /**
     * Searches tasks by reading all tasks of the filter's queues and states, up to 200 tasks or about 1 MB per call
     * to Redis. A page also ends when the payloads and results of its tasks exceed 8 MB. Tasks that change their
     * state during the search may be missed or found twice.
     *
     * @param filter selects the tasks
     * @param next {@link SearchPage#next()} of the previous page, {@code null} for the first page
     * @param limit maximum number of tasks on the page, from 1 to {@link Inspector#MAX_PAGE_SIZE}
     * @param budget the time limit; a page that exceeds it ends early, and the next page continues from there
     * @return the page
     * @throws IllegalArgumentException if {@code limit} is out of range or {@code next} is not from a page
     */
    default SearchPage search(TaskFilter filter, @Nullable String next, int limit, Duration budget) {
        return search(filter, task -> true, next, limit, budget);
    }

    /**
     * Searches tasks with an additional condition. The time spent in the condition counts towards the budget, which
     * is checked every few tasks.
     *
     * @param filter selects the tasks
     * @param condition the additional condition; tested only for tasks that match the filter
     * @param next {@link SearchPage#next()} of the previous page, {@code null} for the first page
     * @param limit maximum number of tasks on the page, from 1 to {@link Inspector#MAX_PAGE_SIZE}
     * @param budget the time limit; a page that exceeds it ends early, and the next page continues from there
     * @return the page
     * @throws IllegalArgumentException if {@code limit} is out of range or {@code next} is not from a page
     */
    SearchPage search(TaskFilter filter, Predicate<InspectedTask> condition, @Nullable String next, int limit,
            Duration budget);

    /**
     * Groups failed tasks (retry and archived tasks) by their errors.
     *
     * @param filter selects the tasks; its states are ignored
     * @param limit maximum number of tasks to read
     * @return the groups, largest first
     */
    List<ErrorGroup> errors(TaskFilter filter, int limit);

    /**
     * Returns the unique lock of a task. Only reads.
     *
     * @param queue the task's queue
     * @param id the task's ID
     * @return the lock; empty if the task was not enqueued as a unique task
     * @throws QueueNotFoundException if the queue does not exist
     * @throws TaskNotFoundException if the task does not exist
     */
    Optional<UniqueLock> uniqueLock(String queue, String id);

    /**
     * The lock that prevents enqueueing another task with the same content.
     *
     * @param key its key in Redis
     * @param held whether the task holds the lock; false if it has expired, was released, or another task holds it
     */
    record UniqueLock(String key, boolean held) {}
}
