package io.github.asynqee;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Enqueues tasks. Thread-safe: an application needs only one client for each Redis. Inject it, or in plain Java obtain
 * it from {@code io.github.asynqee.engine.Asynq}.
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
     * @throws EnqueueUnconfirmedException if the task is stored, but is not known to be {@linkplain #withDurability
     *         durable}
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
     * Enqueues many tasks and waits until Redis has replied for all of them. A task that fails does not affect the
     * others: its result contains the exception, which is not thrown.
     *
     * @param tasks the tasks, of any number of queues; each must have a type
     * @return one result for each, in the same order
     */
    List<EnqueueResult> enqueueAll(List<? extends Task<?>> tasks);

    /**
     * Enqueues a task and awaits the result that its handler writes, in this or another process, with
     * {@link TaskContext#writeResult} or Go's {@code ResultWriter}. Like {@link #call(Task, Type, Duration)}.
     *
     * @param <T> the result's type
     * @param task the task; it must have a type
     * @param result the result's type; {@code Void.class} to await only the end
     * @param timeout how long the caller waits
     * @return completes with the result
     */
    <T> CompletionStage<@Nullable T> call(Task<?> task, Class<T> result, Duration timeout);

    /**
     * Enqueues a task and awaits the result that its handler writes. Redis notifies the caller of the outcome, as it
     * notifies workers of new tasks; many calls share one connection. The caller continues to wait while the task is
     * retried.
     *
     * <p>The time-out is also the task's deadline and the limit of each attempt, rounded up to whole seconds, unless
     * the task has shorter ones. When the time-out has passed or the stage was {@linkplain
     * java.util.concurrent.CompletableFuture#cancel cancelled}, the task is deleted unless it is running; a running
     * task continues until its deadline. A task without a retention is kept for one minute after success, and deleted
     * as soon as its result was read.
     *
     * <p>The stage completes on a thread that serves all calls: do not block in its callbacks.
     *
     * @param <T> the result's type
     * @param task the task; it must have a type. It must not be in a group, and must not be delayed beyond the time-out
     * @param result the result's type, may be generic
     * @param timeout how long the caller waits, from 1 ms to 1 day
     * @return completes with the decoded result, {@code null} if the handler wrote none. It fails with a {@link
     *         TaskFailedException}, a {@link CallTimeoutException}, a {@link CallException} if the result cannot be
     *         decoded or the client is closed, or an exception of {@link #enqueueAsync}. A duplicate does not join the
     *         call of another task. This method itself throws nothing
     */
    <T> CompletionStage<@Nullable T> call(Task<?> task, Type result, Duration timeout);

    /**
     * A batch: tasks that belong together, and callback tasks that are enqueued when all of them have ended.
     *
     * @param id its ID, unique in its queue
     * @return the batch; nothing is stored before {@link Batch#enqueue}
     */
    Batch batch(String id);

    /**
     * Enqueues the first task of a chain. The others are kept in Redis until each is to be stored. The chain is a batch
     * with a random ID in the queue of the first task.
     *
     * @param chain the tasks, at most 1,000
     * @throws InvalidTaskException if a task is invalid, or two have the same ID; nothing is stored then
     * @throws BatchEndedException if this process was paused for a minute: the first task may be stored, nothing
     *         follows
     * @throws EnqueueException if the first task cannot be stored
     */
    void enqueueChain(Task.Chain chain);

    /**
     * The batch of a running task, to add more members to it: it takes members as long as the task runs.
     *
     * @param task the task
     * @return the batch
     * @throws IllegalStateException if the task is in no batch
     */
    default Batch batchOf(TaskContext task) {
        String id = task.headers().get(Batch.ID_HEADER);
        String queue = task.headers().get(Batch.QUEUE_HEADER);
        if (id == null || queue == null) {
            throw new IllegalStateException("task " + task.id() + " is in no batch");
        }
        return batch(id).queue(queue);
    }

    /**
     * Returns a client for the same Redis whose methods wait until Redis has confirmed this durability. Each durability
     * has one client, with its own thread; all clients share their connections. If Redis does not confirm a task in
     * time, enqueueing fails with an {@link EnqueueUnconfirmedException}, although the task is stored and will run.
     *
     * <p>Checks first that Redis can confirm this durability. If Redis or its former replicas are unreachable, this
     * check is skipped; every enqueueing still requires a confirmation.
     *
     * @param durability where Redis must have stored a task
     * @return the client, closed with this one
     * @throws DurabilityRefusedException if Redis cannot provide it: its version, its settings, its replicas or the
     *         permissions of its user do not allow it
     */
    AsynqClient withDurability(Durability durability);

    /**
     * Rejects new tasks and stores the waiting ones, for at most 2 s; tasks that are not stored by then fail. The
     * container closes the clients it injects.
     */
    @Override
    void close();
}
