package io.github.asynqee.transactions.internal.outbox;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Durability;
import io.github.asynqee.DurabilityRefusedException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.client.ComposedTask;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;
import io.github.asynqee.transactions.internal.jta.TransactionalClient;

/**
 * Writes tasks to the outbox, in the caller's transaction if there is one, otherwise in a new transaction. Works
 * without Redis.
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
     * @param durability the durability of the outbox's tasks
     */
    public OutboxClient(DefaultAsynqClient client, CurrentTransaction transaction, Outbox outbox,
            Durability durability) {
        super(client, transaction);
        this.outbox = outbox;
        this.durability = durability;
    }

    @Override
    protected boolean keeps() {
        return true;
    }

    @Override
    protected CompletionStage<TaskInfo> keep(ComposedTask task) {
        task.stored().requireNoStoreRule("a task of an outbox");
        if (!transaction.isThere()) {
            outbox.addAlone(task);
            return CompletableFuture.completedFuture(task.info());
        }
        OutboxCommit commit = transaction.joined(outbox, key -> new OutboxCommit(outbox), task.info());
        return commit.add(task.info(), outbox.add(task));
    }

    @Override
    protected void lost(Throwable error) {
        // the producer knows the outcome of its transaction
    }

    @Override
    public AsynqClient withDurability(Durability other) {
        if (other.equals(durability)) {
            return this;
        }
        throw new DurabilityRefusedException(
                "durability " + other + " is not possible: tasks of an outbox have the connector's durability, "
                        + durability);
    }
}
