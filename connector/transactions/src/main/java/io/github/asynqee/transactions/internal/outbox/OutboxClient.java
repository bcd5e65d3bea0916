package io.github.asynqee.transactions.internal.outbox;

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
import io.github.asynqee.transactions.internal.jta.TransactionalClient;

/**
 * Writes tasks to the outbox: in the transaction of the caller, or, without one, in one of their own. Redis is not needed.
 */
public final class OutboxClient extends TransactionalClient {

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
        super(client, transaction);
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
        return each(tasks, this::enqueue);
    }

    private CompletionStage<TaskInfo> write(ComposedTask task) {
        task.stored().requireNoRule("a task of an outbox");
        if (!transaction.isThere()) {
            outbox.addAlone(task);
            return CompletableFuture.completedFuture(task.info());
        }
        OutboxCommit commit = transaction.joined(outbox, key -> new OutboxCommit(outbox::wake), task.info());
        outbox.add(task);
        return commit.add(task.info());
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
}
