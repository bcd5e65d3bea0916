package io.github.asynqee.transactions.internal.outbox;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Durability;
import io.github.asynqee.DurabilityRefusedException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.client.ComposedTask;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;

/**
 * Writes tasks to the outbox: in the transaction of the caller, or, without one, in one of their own. Redis is not needed.
 */
public final class OutboxClient implements AsynqClient {

    private final DefaultAsynqClient client;
    private final CurrentTransaction transaction;
    private final Outbox outbox;
    private final Durability durability;

    /**
     * Creates the client.
     *
     * @param client composes the tasks; closed with this one
     * @param transaction the transaction of the caller
     * @param outbox takes the tasks
     * @param durability that of the tasks of the outbox
     */
    public OutboxClient(DefaultAsynqClient client, CurrentTransaction transaction, Outbox outbox,
            Durability durability) {
        this.client = client;
        this.transaction = transaction;
        this.outbox = outbox;
        this.durability = durability;
    }

    @Override
    public TaskInfo enqueue(Task<?> task) {
        TaskInfo[] written = new TaskInfo[1];
        CompletionStage<TaskInfo> stage = client.enqueueLater(task, composed -> {
            CompletionStage<TaskInfo> committed = write(composed);
            written[0] = composed.info();
            return committed;
        });
        // its transaction, if it has one, ends later, and with it the fate of the task
        stage.exceptionally(error -> null);
        return written[0];
    }

    @Override
    public CompletionStage<TaskInfo> enqueueAsync(Task<?> task) {
        try {
            return client.enqueueLater(task, this::write);
        } catch (InvalidTaskException | EnqueueException | IllegalStateException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public List<EnqueueResult> enqueueAll(List<? extends Task<?>> tasks) {
        List<EnqueueResult> results = new ArrayList<>();
        for (Task<?> task : tasks) {
            try {
                results.add(new EnqueueResult(enqueue(task), null));
            } catch (InvalidTaskException e) {
                results.add(new EnqueueResult(null, new EnqueueException(e.getMessage(), e)));
            } catch (EnqueueException e) {
                results.add(new EnqueueResult(null, e));
            }
        }
        return List.copyOf(results);
    }

    private CompletionStage<TaskInfo> write(ComposedTask task) {
        if (!transaction.isThere()) {
            outbox.addAlone(task);
            return CompletableFuture.completedFuture(task.info());
        }
        OutboxCommit commit = transaction.joined(outbox, key -> new OutboxCommit(outbox::wake), task.info());
        outbox.add(task);
        return commit.add(task.info());
    }

    @Override
    public <T> CompletionStage<T> call(Task<?> task, Class<T> result, Duration timeout) {
        return call(task, (Type) result, timeout);
    }

    @Override
    public <T> CompletionStage<T> call(Task<?> task, Type result, Duration timeout) {
        if (transaction.isThere()) {
            return CompletableFuture.failedFuture(new IllegalStateException("task of type \"" + task.type()
                    + "\": a call in a transaction would wait for a task that is stored after the commit; call before or"
                    + " after the transaction"));
        }
        return client.call(task, result, timeout);
    }

    @Override
    public AsynqClient withDurability(Durability other) {
        if (other.equals(durability)) {
            return this;
        }
        throw new DurabilityRefusedException(
                "durability " + other + " is not possible: tasks of an outbox have that of "
                        + "the connector, " + durability);
    }

    @Override
    public void close() {
        client.close();
    }
}
