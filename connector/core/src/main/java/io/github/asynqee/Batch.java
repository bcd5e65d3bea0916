package io.github.asynqee;

import java.util.Collection;
import java.util.stream.Stream;

/**
 * Tasks that belong together (members), and callback tasks that are stored once when all members have ended. Obtained
 * from {@link AsynqClient#batch}; nothing is stored before {@link #enqueue}.
 *
 * <pre>{@code
 * client.batch("import-42").add(tasks).onSuccess(Task.of("import:publish", 42)).enqueue();
 * }</pre>
 *
 * <p>Members are plain tasks, which Go workers can run. An archived member makes the batch fail; it can still succeed
 * if the member is run again. A deleted or revoked member no longer counts.
 */
public interface Batch {

    /** Header of a member with the ID of its batch. */
    String ID_HEADER = "batch";

    /** Header of a member with the queue of its batch. */
    String QUEUE_HEADER = "batch-queue";

    /**
     * Sets the queue to which the batch belongs, in which its ID is unique; default {@code default}. Members and
     * callbacks may be in other queues.
     *
     * @param name the queue's name
     * @return this
     */
    Batch queue(String name);

    /**
     * Makes this batch a member of the batch to which a running task belongs. The outer batch stays open until this
     * batch has succeeded. A batch within itself is rejected when it is enqueued.
     *
     * @param task the task
     * @return this
     * @throws IllegalStateException if the task is in no batch
     */
    Batch within(TaskContext task);

    /**
     * Adds members. A member without an ID gets a random ID.
     *
     * @param tasks the tasks; each must have a type, and must not be in a group
     * @return this
     */
    Batch add(Collection<? extends Task<?>> tasks);

    /**
     * Adds members from a stream, which is read in chunks of 500.
     *
     * @param tasks the tasks, as for {@link #add(Collection)}; {@link #enqueue} reads and closes the stream, so it can
     *        be called only once
     * @return this
     */
    Batch add(Stream<? extends Task<?>> tasks);

    /**
     * Sets the task that is stored once when every member has succeeded, was deleted or was revoked.
     *
     * @param task the task; it cannot be delayed, unique or in a group. Its default ID is the ID of the batch, followed
     *        by {@code :success}
     * @return this
     */
    Batch onSuccess(Task<?> task);

    /**
     * Sets the task that is stored once when the first member is archived.
     *
     * @param task the task, as for {@link #onSuccess}; its default ID ends with {@code :failure}
     * @return this
     */
    Batch onFailure(Task<?> task);

    /**
     * Sets the task that is stored once when every member has succeeded, was archived, deleted or revoked.
     *
     * @param task the task, as for {@link #onSuccess}; its default ID ends with {@code :complete}
     * @return this
     */
    Batch onComplete(Task<?> task);

    /**
     * Stores the batch and its members, in chunks. If it fails part of the way, call it again, or enqueue a new batch
     * with the same IDs: members that are already stored stay unchanged. The callbacks wait until all members are
     * stored.
     *
     * @throws InvalidTaskException if a task is invalid; nothing of its chunk is stored then
     * @throws BatchEndedException if the batch with this ID or its parent batch has completed, or completes before the
     *         members are stored
     * @throws EnqueueException if a member or the batch cannot be stored
     * @throws IllegalStateException if it is called again, and a stream of members was read before
     */
    void enqueue();
}
