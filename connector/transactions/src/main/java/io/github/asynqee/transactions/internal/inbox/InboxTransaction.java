package io.github.asynqee.transactions.internal.inbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;

import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;

/**
 * Calls a handler in a transaction of its own, unless an earlier one for the same task was committed. Each use of the
 * database is in a transaction: Open Liberty keeps a connection that is used outside of one until its thread ends.
 */
final class InboxTransaction {

    private static final Logger LOG = System.getLogger(InboxTransaction.class.getName());

    private final UserTransaction transaction;
    private final Inbox inbox;

    InboxTransaction(UserTransaction transaction, Inbox inbox) {
        this.transaction = transaction;
        this.inbox = inbox;
    }

    /**
     * Whether a row vanishes with the rollback of its transaction. Otherwise the row of a task whose handler fails would
     * remain, and the task would never be handled.
     *
     * @return true if so
     * @throws Exception if the database cannot be used
     */
    boolean isRolledBack() throws Exception {
        String key = Inbox.key("", UUID.randomUUID().toString());
        try {
            transaction.begin();
            inbox.add(key);
        } finally {
            rollBackUnlessEnded();
        }
        try {
            transaction.begin();
            boolean rolledBack = inbox.handledAt(key).isEmpty();
            if (!rolledBack) {
                inbox.remove(key);
            }
            transaction.commit();
            return rolledBack;
        } finally {
            rollBackUnlessEnded();
        }
    }

    /**
     * Calls the handler of a task.
     *
     * @param queue the queue of the task
     * @param id the ID of the task
     * @param timeout the time limit of the transaction, in seconds
     * @param handler the handler
     * @throws Exception what the handler throws, or why its transaction could not be begun or committed
     */
    void call(String queue, String id, int timeout, Callable<Object> handler) throws Exception {
        String key = Inbox.key(queue, id);
        begin(timeout);
        try {
            if (!isNew(key, queue, id)) {
                return;
            }
            handler.call();
            transaction.commit();
        } finally {
            rollBackUnlessEnded();
        }
        clean();
    }

    private void begin(int timeout) throws Exception {
        transaction.setTransactionTimeout(timeout);
        try {
            transaction.begin();
        } finally {
            transaction.setTransactionTimeout(0);
        }
    }

    /** Whether the row of the task is now written, in the transaction. */
    private boolean isNew(String key, String queue, String id) throws Exception {
        try {
            inbox.add(key);
            return true;
        } catch (SQLException e) {
            // databases name a duplicate in different ways, and some refuse further statements in this transaction
            rollBackUnlessEnded();
            transaction.begin();
            Optional<Instant> handled = inbox.handledAt(key);
            if (handled.isEmpty()) {
                throw e;
            }
            LOG.log(Level.INFO, "task " + id + " of queue " + queue + " was handled at " + handled.get()
                    + ", its handler is not called again");
            return false;
        }
    }

    /** A failure is logged: no task is to fail for it. */
    private void clean() {
        if (!inbox.isCleaningDue()) {
            return;
        }
        try {
            transaction.begin();
            inbox.clean();
            transaction.commit();
        } catch (Exception e) {
            LOG.log(Level.WARNING, "old rows of the table asynq_inbox could not be deleted, tried again in "
                    + Inbox.CLEANING_INTERVAL.toMinutes() + " minutes", e);
        } finally {
            rollBackUnlessEnded();
        }
    }

    /** The commit ends the transaction, even if it fails. */
    private void rollBackUnlessEnded() {
        try {
            if (transaction.getStatus() != Status.STATUS_NO_TRANSACTION) {
                transaction.rollback();
            }
        } catch (SystemException | IllegalStateException e) {
            LOG.log(Level.WARNING, "a transaction could not be rolled back; the server ends it at its time limit", e);
        }
    }
}
