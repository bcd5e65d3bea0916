package io.github.asynqee.inspect;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import io.github.asynqee.TaskAttempt;
import io.github.asynqee.TaskState;
import org.jspecify.annotations.Nullable;

/** Reads tasks, as a role of the {@link Inspector}. Thread-safe. */
public interface Tasks {

    /**
     * One task.
     *
     * @param queue the queue
     * @param id the task's ID
     * @return the task
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     */
    InspectedTask get(String queue, String id);

    /**
     * Looks for a task in every queue, by its key. IDs are unique in a queue only.
     *
     * @param id the task's ID
     * @return the task, in the first queue by name that has one with this ID; empty if none has
     * @throws TaskStateException if the task cannot be read
     */
    Optional<InspectedTask> find(String id);

    /**
     * Tells why a task does not run now. Only reads: a few commands, what running servers publish, and at most 1,000 positions of
     * the pending list.
     *
     * @param queue the queue
     * @param id the task's ID
     * @return the reasons, at least one: the first one must end first
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task cannot be read
     */
    List<Waiting> why(String queue, String id);

    /**
     * The last attempts to run a task, those that servers of this project have recorded.
     *
     * @param queue the queue
     * @param id the task's ID
     * @return the attempts in the order of their numbers; those that must have been made and are not recorded are
     *         {@link TaskAttempt.Outcome#NOT_RECORDED}, one entry for adjacent ones
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task cannot be read
     */
    List<TaskAttempt> attempts(String queue, String id);

    /**
     * A page of the tasks of a state. Pending and active tasks are listed in the order in which they run or were started,
     * all others by ascending time: the time to run, of archiving, or of the end of retention. Tasks whose message cannot be
     * read are left out.
     *
     * @param queue the queue
     * @param state the state; for {@link TaskState#AGGREGATING} use {@link #listOfGroup}
     * @param page the number of the page, from 1
     * @param size the number of tasks per page, from 1 to {@link Inspector#MAX_PAGE_SIZE}
     * @return the tasks
     * @throws QueueNotFoundException if there is no such queue
     * @throws IllegalArgumentException if page, size or state is out of range
     */
    List<InspectedTask> list(String queue, TaskState state, int page, int size);

    /**
     * A page of the tasks that wait in a group, by the time they joined it.
     *
     * @param queue the queue
     * @param group the group
     * @param page the number of the page, from 1
     * @param size the number of tasks per page, from 1 to {@link Inspector#MAX_PAGE_SIZE}
     * @return the tasks
     * @throws QueueNotFoundException if there is no such queue
     * @throws IllegalArgumentException if page or size is out of range
     */
    List<InspectedTask> listOfGroup(String queue, String group, int page, int size);

    /**
     * Searches tasks by reading all tasks of the filter's queues and states, up to 200 or about 1 MB with each call to Redis.
     * A page also ends when the payloads and results of its tasks exceed 8 MB. Tasks that change their state during the search
     * may be missed or found twice.
     *
     * @param filter what is searched
     * @param next {@link SearchPage#next()} of the page before, {@code null} for the first one
     * @param limit how many tasks the page has at most, from 1 to {@link Inspector#MAX_PAGE_SIZE}
     * @param budget for how long it may search; a page that took longer ends early, and the next one continues from there
     * @return the page
     * @throws IllegalArgumentException if {@code limit} is out of range or {@code next} is not from a page
     */
    default SearchPage search(TaskFilter filter, @Nullable String next, int limit, Duration budget) {
        return search(filter, task -> true, next, limit, budget);
    }

    /**
     * The same search with a condition of the caller. A slow condition takes part in the budget: the page ends after a few tasks
     * when it is over.
     *
     * @param filter what is searched
     * @param condition must be true, too; tested for tasks of the filter alone
     * @param next {@link SearchPage#next()} of the page before, {@code null} for the first one
     * @param limit how many tasks the page has at most, from 1 to {@link Inspector#MAX_PAGE_SIZE}
     * @param budget for how long it may search; a page that took longer ends early, and the next one continues from there
     * @return the page
     * @throws IllegalArgumentException if {@code limit} is out of range or {@code next} is not from a page
     */
    SearchPage search(TaskFilter filter, Predicate<InspectedTask> condition, @Nullable String next, int limit,
            Duration budget);

    /**
     * Groups failed tasks, which are to be retried or archived, by their errors.
     *
     * @param filter which tasks; its states do not matter
     * @param limit how many tasks are read at most
     * @return the groups, those with the most tasks first
     */
    List<ErrorGroup> errors(TaskFilter filter, int limit);

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
}
