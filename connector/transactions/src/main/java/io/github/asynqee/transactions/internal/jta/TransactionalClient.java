package io.github.asynqee.transactions.internal.jta;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Batch;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.client.ComposedTask;
import io.github.asynqee.internal.client.DefaultAsynqClient;

/** A client whose tasks take part in the transaction of the caller. */
public abstract class TransactionalClient implements AsynqClient {

    /** Composes the tasks, and stores them unless they are kept for the transaction. */
    protected final DefaultAsynqClient client;
    /** The caller's transaction. */
    protected final CurrentTransaction transaction;

    /**
     * Creates the client.
     *
     * @param client composes the tasks; closed with this one
     * @param transaction the transaction of the caller
     */
    protected TransactionalClient(DefaultAsynqClient client, CurrentTransaction transaction) {
        this.client = client;
        this.transaction = transaction;
    }

    /** Whether to pass tasks to {@link #keep}; otherwise the client stores them at once. */
    protected abstract boolean keeps();

    /**
     * Keeps a task until its transaction ends.
     *
     * @param task the task
     * @return completes when the task is certain to reach Redis, and fails if it will not
     */
    protected abstract CompletionStage<TaskInfo> keep(ComposedTask task);

    /** Called if a task will not reach Redis, or may not, and its sender did not wait for the result. */
    protected abstract void lost(Throwable error);

    @Override
    public final TaskInfo enqueue(Task<?> task) {
        if (!keeps()) {
            return client.enqueue(task);
        }
        TaskInfo[] info = new TaskInfo[1];
        client.enqueueLater(task, composed -> {
            CompletionStage<TaskInfo> stage = keep(composed);
            info[0] = composed.info();
            return stage;
        }).whenComplete((stored, error) -> {
            if (error != null) {
                lost(error);
            }
        });
        return info[0];
    }

    @Override
    public final CompletionStage<TaskInfo> enqueueAsync(Task<?> task) {
        try {
            return keeps() ? client.enqueueLater(task, this::keep) : client.enqueueAsync(task);
        } catch (InvalidTaskException | EnqueueException | IllegalStateException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Enqueues each task alone, so that a failed task does not affect the others. */
    @Override
    public final List<EnqueueResult> enqueueAll(List<? extends Task<?>> tasks) {
        if (!keeps()) {
            return client.enqueueAll(tasks);
        }
        List<EnqueueResult> results = new ArrayList<>();
        for (Task<?> task : tasks) {
            try {
                results.add(new EnqueueResult(enqueue(task), null));
            } catch (InvalidTaskException e) {
                results.add(new EnqueueResult(null, new EnqueueException(String.valueOf(e.getMessage()), e)));
            } catch (EnqueueException e) {
                results.add(new EnqueueResult(null, e));
            }
        }
        return List.copyOf(results);
    }

    @Override
    public final <T> CompletionStage<T> call(Task<?> task, Class<T> result, Duration timeout) {
        return call(task, (Type) result, timeout);
    }

    @Override
    public final <T> CompletionStage<T> call(Task<?> task, Type result, Duration timeout) {
        if (transaction.isThere()) {
            return CompletableFuture.failedFuture(new IllegalStateException("task of type \"" + task.type()
                    + "\": a call in a transaction would wait for a task that is only stored after the commit; call"
                    + " before or after the transaction"));
        }
        return client.call(task, result, timeout);
    }

    @Override
    public final Batch batch(String id) {
        requireNone("batch \"" + id + "\"");
        return client.batch(id);
    }

    @Override
    public final void enqueueChain(Task.Chain chain) {
        requireNone("a chain");
        client.enqueueChain(chain);
    }

    private void requireNone(String what) {
        if (transaction.isThere()) {
            throw new IllegalStateException(
                    what + " cannot be part of a transaction because it is stored at once; send a task"
                            + " in the transaction and let its handler store " + what);
        }
    }

    @Override
    public final void close() {
        client.close();
    }
}
