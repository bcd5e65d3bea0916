package io.github.asynqee.transactions.internal.commit;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Durability;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.client.ComposedTask;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.transactions.TransactionRolledBackException;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;
import io.github.asynqee.transactions.internal.jta.TransactionalClient;

/**
 * In a transaction, tasks are composed when they are sent and stored after the commit. Without a transaction they are
 * stored at once. In a transaction even the blocking methods return before the task is stored; if storing it fails
 * later, the error is logged.
 */
public final class AfterCommitClient extends TransactionalClient {

    private static final Logger LOG = System.getLogger(AfterCommitClient.class.getName());

    /** One client per durability, because each has its own {@link AfterCommit} in a transaction. */
    private final Map<Durability, AfterCommitClient> others = new ConcurrentHashMap<>();

    /**
     * Creates the client.
     *
     * @param client stores the tasks; closed with this one
     * @param transaction the transaction of the caller
     */
    public AfterCommitClient(DefaultAsynqClient client, CurrentTransaction transaction) {
        super(client, transaction);
    }

    @Override
    public AsynqClient withDurability(Durability durability) {
        DefaultAsynqClient other = client.withDurability(durability);
        return other == client ? this
                : others.computeIfAbsent(durability, key -> new AfterCommitClient(other, transaction));
    }

    @Override
    protected boolean keeps() {
        return transaction.isThere();
    }

    @Override
    protected CompletionStage<TaskInfo> keep(ComposedTask task) {
        Function<Object, AfterCommit> create = key -> new AfterCommit(client::enqueueAsync);
        return transaction.joined(this, create, task.info()).add(task);
    }

    @Override
    protected void lost(Throwable error) {
        if (error instanceof EnqueueException && !(error instanceof TransactionRolledBackException)) {
            LOG.log(Level.ERROR,
                    "a task sent in a transaction was not stored, although the transaction was committed or may have"
                            + " been",
                    error);
        }
    }
}
