package io.github.asynqee;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Enqueues tasks. Thread-safe; one per application and Redis is enough. Inject it, or in plain Java get it from
 * {@code io.github.asynqee.engine.Asynq}.
 *
 * <p>Options and their defaults are asynq's. A task is sent to Redis at most once, whatever the result.
 */
public interface AsynqClient extends AutoCloseable {

    /**
     * Enqueues a task and waits until Redis has it.
     *
     * @param task the task; it must have a type
     * @return the task as stored
     * @throws InvalidTaskException if the task is not acceptable
     * @throws DuplicateTaskException if it is unique and another one holds the lock
     * @throws TaskIdConflictException if its ID is taken
     * @throws EnqueueAmbiguousException if the connection broke before Redis answered: it may be enqueued or not
     * @throws EnqueueException if Redis cannot be reached or refuses
     */
    TaskInfo enqueue(Task<?> task);

    /**
     * Enqueues a task without waiting for Redis. Tasks enqueued at the same time and in quick succession share round
     * trips.
     *
     * @param task the task; it must have a type
     * @return completes with the task as stored when Redis has it, or exceptionally with what {@link #enqueue} throws,
     *         or with an {@link EnqueueOverflowException} if too many tasks wait to be stored
     */
    CompletionStage<TaskInfo> enqueueAsync(Task<?> task);

    /**
     * Enqueues many tasks and waits until Redis has answered for all of them. The failure of one does not affect the
     * others.
     *
     * @param tasks the tasks, of any number of queues; each must have a type
     * @return one result for each, in the same order
     */
    List<EnqueueResult> enqueueAll(List<? extends Task<?>> tasks);

    /**
     * Stores the tasks that still wait, for at most 2 s, and refuses new ones. A client that the container injects is closed
     * by the container.
     */
    @Override
    void close();
}
