package io.github.asynqee.transactions.internal.jta;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Batch;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.client.DefaultAsynqClient;

/** A client whose tasks take part in the transaction of the caller. */
public abstract class TransactionalClient implements AsynqClient {

    /** Composes the tasks, and stores them if there is no transaction. */
    protected final DefaultAsynqClient client;
    /** That of the caller. */
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

    /**
     * Enqueues tasks one after the other; one that fails does not keep the others from it.
     *
     * @param tasks the tasks
     * @param enqueue enqueues one
     * @return the result of each
     */
    protected static List<EnqueueResult> each(List<? extends Task<?>> tasks, Function<Task<?>, TaskInfo> enqueue) {
        List<EnqueueResult> results = new ArrayList<>();
        for (Task<?> task : tasks) {
            try {
                results.add(new EnqueueResult(enqueue.apply(task), null));
            } catch (InvalidTaskException e) {
                results.add(new EnqueueResult(null, new EnqueueException(e.getMessage(), e)));
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
                    + "\": a call in a transaction would wait for a task that is stored after the commit; call before or"
                    + " after the transaction"));
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
                    what + " takes no part in a transaction, as it is stored at once; send a task"
                            + " in the transaction whose handler stores it");
        }
    }

    @Override
    public final void close() {
        client.close();
    }
}
