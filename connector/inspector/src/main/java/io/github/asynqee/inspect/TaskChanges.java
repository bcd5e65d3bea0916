package io.github.asynqee.inspect;

import java.time.Instant;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.TaskInfo;

/** Changes single tasks; a role of the {@link Inspector}. Thread-safe. */
public interface TaskChanges {

    /**
     * Makes a task pending that is scheduled, in retry, archived, completed or aggregating.
     *
     * @param queue the queue
     * @param id the task's ID
     * @throws QueueNotFoundException if the queue does not exist
     * @throws TaskNotFoundException if the task does not exist
     * @throws TaskStateException if the task is active or pending, or is missing in the collection of its state
     */
    void run(String queue, String id);

    /**
     * Archives a task that is not active and not archived. Also trims the archive to its limits.
     *
     * @param queue the queue
     * @param id the task's ID
     * @throws QueueNotFoundException if the queue does not exist
     * @throws TaskNotFoundException if the task does not exist
     * @throws TaskStateException if the task is active or archived, or is missing in the collection of its state
     */
    void archive(String queue, String id);

    /**
     * Archives a task like {@link #archive}, and records its state for {@link #restore}.
     *
     * @param queue the queue
     * @param id the task's ID
     * @throws QueueNotFoundException if the queue does not exist
     * @throws TaskNotFoundException if the task does not exist
     * @throws TaskStateException if the task is active or archived, or is missing in the collection of its state
     */
    void archiveRestorable(String queue, String id);

    /**
     * Restores a task archived by {@link #archiveRestorable} or a bulk change; see {@link BulkAction#RESTORE}.
     *
     * @param queue the queue
     * @param id the task's ID
     * @throws QueueNotFoundException if the queue does not exist
     * @throws TaskNotFoundException if the task does not exist
     * @throws TaskStateException if the task is not archived, was archived in another way or again since then, or is
     *         missing in the archive
     */
    void restore(String queue, String id);

    /**
     * Deletes a task that is not active, and releases its unique lock.
     *
     * @param queue the queue
     * @param id the task's ID
     * @throws QueueNotFoundException if the queue does not exist
     * @throws TaskNotFoundException if the task does not exist
     * @throws TaskStateException if the task is active, or is missing in the collection of its state
     */
    void delete(String queue, String id);

    /**
     * Replaces the payload of a scheduled task. The new payload is stored unchanged. The task's unique lock does not
     * change.
     *
     * @param queue the queue
     * @param id the task's ID
     * @param payload the new payload
     * @throws QueueNotFoundException if the queue does not exist
     * @throws TaskNotFoundException if the task does not exist
     * @throws TaskStateException if the task is not scheduled, was changed at the same time, or has an encrypted
     *        payload
     */
    void updatePayload(String queue, String id, byte[] payload);

    /**
     * Requests the cancellation of a task. The server that runs the task cancels the attempt, without confirmation.
     *
     * @param id the task's ID
     */
    void cancel(String id);

    /**
     * Changes the start time of a task. A retry task keeps its state; a task in another state becomes scheduled. A
     * task of a group leaves the group and joins it again at that time. A completed task is no longer completed, but
     * keeps its result. The unique lock and the deadline do not change.
     *
     * @param queue the queue
     * @param id the task's ID
     * @param at the time, truncated to whole seconds; with a time in the past, the task runs at the next check for
     *        due tasks
     * @throws QueueNotFoundException if the queue does not exist
     * @throws TaskNotFoundException if the task does not exist
     * @throws TaskStateException if the task is active, is being handled with its group, is missing in the collection
     *         of its state, or was changed at the same time
     */
    void reschedule(String queue, String id, Instant at);

    /**
     * Changes the content of a task in any state except active. Its ID, state, start time and position in the queue
     * do not change, but a pending task moves to the tail of the queue if its type changes. The new retention of a
     * completed task counts from its success. The unique lock does not change, even if type or payload change: it
     * still blocks duplicates of the original task.
     *
     * @param queue the queue
     * @param id the task's ID
     * @param edit the changes
     * @return the task after the changes
     * @throws QueueNotFoundException if the queue does not exist
     * @throws TaskNotFoundException if the task does not exist
     * @throws TaskStateException if the task is active, is being handled with its group, or was changed at the same
     *         time. Also if its payload is encrypted and the edit has a payload, which would be stored unencrypted.
     *         Nothing was changed
     * @throws IllegalArgumentException if the edit sets queue, time to run or unique lock
     */
    TaskInfo edit(String queue, String id, TaskEdit edit);

    /**
     * Enqueues a copy of a task in any state, with its type, payload, options and headers. The copy has a new ID and
     * no retries. It has a unique lock only if the edit sets one. It runs at once, or joins the group of the
     * original, unless the edit sets a time.
     *
     * @param queue the queue of the original task
     * @param id the ID of the original task
     * @param edit the differences between the copy and the original
     * @return the new task
     * @throws QueueNotFoundException if the queue does not exist
     * @throws TaskNotFoundException if the task does not exist
     * @throws TaskStateException if the message of the original cannot be read, or its payload is encrypted and the
     *         edit has a payload, which would be stored unencrypted
     * @throws DuplicateTaskException if the requested unique lock is held
     * @throws EnqueueException if the new task was not enqueued
     */
    TaskInfo duplicate(String queue, String id, TaskEdit edit);

    /**
     * Moves a task that is not active to another queue, with its ID, state, times, result and retries. A pending task
     * moves to the tail of the other queue. The task is first stored in the other queue, then deleted from its queue.
     * If the caller dies in between, the task is in both queues and may run twice, but is never lost; repeat the call
     * to complete the move.
     *
     * <p>A unique lock of the task is released, and acquired in the other queue for its remaining time. If another
     * task holds it there, the task is moved without a lock.
     *
     * @param queue the queue
     * @param id the task's ID
     * @param targetQueue the other queue; need not exist
     * @throws QueueNotFoundException if the queue does not exist
     * @throws TaskNotFoundException if the task does not exist
     * @throws TaskStateException if the task is active, is being handled with its group, is missing in the collection
     *         of its state, or was changed at the same time, or the other queue has another task with this ID
     * @throws IllegalArgumentException if both queues are the same
     */
    void move(String queue, String id, String targetQueue);

    /**
     * Releases the unique lock of a task if the task holds it, so that an equal task can be enqueued.
     *
     * @param queue the queue
     * @param id the task's ID
     * @return whether the task held the lock
     * @throws QueueNotFoundException if the queue does not exist
     * @throws TaskNotFoundException if the task does not exist
     */
    boolean releaseLock(String queue, String id);
}
