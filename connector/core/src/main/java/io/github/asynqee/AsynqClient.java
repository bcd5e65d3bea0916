package io.github.asynqee;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Enqueues tasks. Thread-safe; one client per application and Redis suffices. Inject it, or in plain Java obtain it
 * from {@code io.github.asynqee.engine.Asynq}.
 *
 * <p>Options and their defaults are asynq's. A task is sent to Redis at most once: the client does not retry.
 */
public interface AsynqClient extends AutoCloseable {

    /**
     * Enqueues a task and waits until Redis has stored it.
     *
     * @param task the task; it must have a type
     * @return the task as stored
     * @throws InvalidTaskException if the task has no type, or its payload or one of its options is invalid
     * @throws DuplicateTaskException if the task is unique and another task holds the uniqueness lock
     * @throws TaskIdConflictException if another task in the queue has the same ID
     * @throws EnqueueAmbiguousException if the connection broke before Redis replied: the task may or may not be
     *         enqueued
     * @throws EnqueueException if Redis cannot be reached or rejects the command
     */
    TaskInfo enqueue(Task<?> task);

    /**
     * Enqueues a task without waiting for Redis. Tasks enqueued at the same time and in quick succession share round
     * trips.
     *
     * @param task the task; it must have a type
     * @return completes with the task when Redis has stored it, or exceptionally with an exception of {@link #enqueue},
     *         or with an {@link EnqueueOverflowException} if too many tasks are waiting to be stored. This method
     *         itself throws nothing
     */
    CompletionStage<TaskInfo> enqueueAsync(Task<?> task);

    /**
     * Enqueues many tasks and waits until Redis has replied for all of them. The failure of one does not affect the
     * others: it is reported in its result and not thrown.
     *
     * @param tasks the tasks, of any number of queues; each must have a type
     * @return one result for each, in the same order
     */
    List<EnqueueResult> enqueueAll(List<? extends Task<?>> tasks);

    /**
     * Rejects new tasks and stores the waiting ones, for at most 2 s; tasks that are not stored by then fail. The
     * container closes the clients it injects.
     */
    @Override
    void close();
}
