package io.github.asynqee.transactions.internal.jta;

import java.util.function.Function;
import java.util.function.Supplier;

import javax.naming.NamingException;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;

import io.github.asynqee.EnqueueException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.messaging.internal.threads.ServerNames;
import io.github.asynqee.transactions.TransactionRolledBackException;
import org.jspecify.annotations.Nullable;

/** The JTA transaction of the current thread, if there is one. */
public final class CurrentTransaction {

    private static final String NAME = "java:comp/TransactionSynchronizationRegistry";

    private final Supplier<TransactionSynchronizationRegistry> lookup;
    private volatile @Nullable TransactionSynchronizationRegistry registry;

    /**
     * Creates the access to the transaction of the current thread.
     *
     * @param lookup finds the registry of the server, at the first use
     */
    public CurrentTransaction(Supplier<TransactionSynchronizationRegistry> lookup) {
        this.lookup = lookup;
    }

    /** @return the transactions of the application server */
    public static CurrentTransaction ofServer() {
        return new CurrentTransaction(CurrentTransaction::find);
    }

    private static TransactionSynchronizationRegistry find() {
        try {
            return ServerNames.lookup(NAME, TransactionSynchronizationRegistry.class);
        } catch (NamingException e) {
            throw new IllegalStateException("the server's transactions cannot be found: " + e.getMessage(), e);
        }
    }

    private TransactionSynchronizationRegistry registry() {
        TransactionSynchronizationRegistry found = registry;
        if (found == null) {
            found = lookup.get();
            registry = found;
        }
        return found;
    }

    /**
     * Returns whether the current thread has a transaction that is not committed. This includes a transaction that
     * the server rolled back on timeout while the application's thread is still running. It is false in
     * synchronizations that run after a commit.
     *
     * @return true if the thread is in a transaction
     * @throws IllegalStateException if the server's transactions cannot be found
     */
    public boolean isThere() {
        return switch (registry().getTransactionStatus()) {
            case Status.STATUS_NO_TRANSACTION, Status.STATUS_COMMITTED -> false;
            default -> true;
        };
    }

    /**
     * Returns the synchronization stored with the transaction under a key. The first call creates and registers it.
     *
     * @param <S> the type of the synchronization
     * @param key the key
     * @param create creates the synchronization
     * @param task the task to name in messages
     * @return the synchronization
     * @throws TransactionRolledBackException if the transaction was rolled back or is marked for rollback
     * @throws EnqueueException if the transaction accepts no more synchronizations
     */
    public <S extends Synchronization> S joined(Object key, Function<Object, S> create, TaskInfo task) {
        int status = registry().getTransactionStatus();
        if (status == Status.STATUS_ROLLEDBACK) {
            throw new TransactionRolledBackException(notEnqueued(task) + "its transaction was rolled back");
        }
        if (status == Status.STATUS_MARKED_ROLLBACK || status == Status.STATUS_ROLLING_BACK) {
            throw new TransactionRolledBackException(notEnqueued(task) + "its transaction is marked for rollback");
        }
        @SuppressWarnings("unchecked")
        S joined = (S) registry().getResource(key);
        if (joined == null) {
            joined = create.apply(key);
            try {
                registry().registerInterposedSynchronization(joined);
            } catch (IllegalStateException e) {
                throw new EnqueueException(notEnqueued(task) + "its transaction is about to end and accepts no more "
                        + "tasks (JTA status " + status + ")", e);
            }
            registry().putResource(key, joined);
        }
        return joined;
    }

    /**
     * Returns the beginning of a message about a task that was not enqueued.
     *
     * @param task the task
     * @return the text, up to the reason
     */
    public static String notEnqueued(TaskInfo task) {
        return "task " + task.id() + " of type \"" + task.type() + "\" in queue \"" + task.queue()
                + "\" was not enqueued: ";
    }
}
