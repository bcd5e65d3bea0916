package io.github.asynqee.inspect;

import java.time.Instant;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.TaskInfo;

/** Changes single tasks, as a role of the {@link Inspector}. Thread-safe. */
public interface TaskChanges {

    /**
     * Makes a task pending: scheduled, to be retried, archived, completed, or waiting in a group.
     *
     * @param queue the queue
     * @param id the task's ID
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task is active or pending, or is missing in the collection of its state
     */
    void run(String queue, String id);

    /**
     * Archives a task that is neither active nor archived. The archive is trimmed to its limits.
     *
     * @param queue the queue
     * @param id the task's ID
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task is active or archived, or is missing in the collection of its state
     */
    void archive(String queue, String id);

    /**
     * Archives a task as {@link #archive} does and records with it where it was, for {@link #restore}.
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
    void restore(String queue, String id);

    /**
     * Deletes a task that is not active, and releases its unique lock.
     *
     * @param queue the queue
     * @param id the task's ID
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task is active, or is missing in the collection of its state
     */
    void delete(String queue, String id);

    /**
     * Replaces the payload of a scheduled task, which is stored as it is. Its unique lock is not changed.
     *
     * @param queue the queue
     * @param id the task's ID
     * @param payload the new payload
     * @throws QueueNotFoundException if there is no such queue
     * @throws TaskNotFoundException if there is no such task
     * @throws TaskStateException if the task is not scheduled, was changed at the same time, or has an encrypted payload
     */
    void updatePayload(String queue, String id, byte[] payload);

    /**
     * Publishes the request to cancel a task; whichever server runs it cancels its attempt. There is no confirmation.
     *
     * @param id the task's ID
     */
    void cancel(String id);

    /**
     * Sets the time at which a task runs. A task that is to be retried stays in that state; any other one becomes
     * scheduled. A task of a group leaves the group and joins it again at that time. A completed task is no longer completed;
     * its result is kept. Its unique lock and its deadline are not changed.
     *
     * @param queue the queue
     * @param id the task's ID
     * @param at the time, cut to whole seconds; a time that has passed makes it run at the next check for due
     *        tasks
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
     * @throws TaskStateException if the task is active, is being handled with its group, was changed at the same time, or has an
     *         encrypted payload and the edit another one, which would be stored in plain: nothing is changed then
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
     * @throws TaskStateException if the message of the other task cannot be read, or its payload is encrypted and the edit has
     *         another one, which would be stored in plain
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
}
