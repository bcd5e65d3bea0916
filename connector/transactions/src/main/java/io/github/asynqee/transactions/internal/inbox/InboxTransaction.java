package io.github.asynqee.transactions.internal.inbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;

import io.github.asynqee.Task;
import io.github.asynqee.internal.metrics.InboxMetrics;

/**
 * Calls a handler in a transaction of its own, unless an earlier one for the same task was committed. Each use of the
 * database is in a transaction: Open Liberty keeps a connection that is used outside of one until its thread ends.
 */
final class InboxTransaction {

    private static final Logger LOG = System.getLogger(InboxTransaction.class.getName());

    private final UserTransaction transaction;
    private final Inbox inbox;
    private final InboxMetrics metrics;

    InboxTransaction(UserTransaction transaction, Inbox inbox, InboxMetrics metrics) {
        this.transaction = transaction;
        this.inbox = inbox;
        this.metrics = metrics;
    }

    /**
     * Why tasks could be lost with this database, as the end of a sentence. If rows did not vanish with a rollback, the row of
     * a task whose handler fails would remain; if rows were seen before their commit, a task could be acknowledged while
     * another delivery of it still runs, and fails.
     *
     * @return empty if the database can be used
     * @throws Exception if it cannot be asked
     */
    Optional<String> problem() throws Exception {
        String key = new InboxTask("", UUID.randomUUID().toString(), List.of(), 0).key();
        try {
            transaction.begin();
            inbox.add(key);
            if (inbox.readsUncommitted()) {
                return Optional.of("the isolation of its transactions is READ_UNCOMMITTED: READ_COMMITTED is needed");
            }
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
            return rolledBack ? Optional.empty()
                    : Optional
                            .of("it takes no part in JTA transactions: what is written in one remains after a rollback."
                                    + " Without jta=\"false\" (WildFly) or transactional=\"false\" (Open Liberty) it does");
        } finally {
            rollBackUnlessEnded();
        }
    }

    /**
     * Calls the handler of a task.
     *
     * @param task the task
     * @param timeout the time limit of the transaction, in seconds
     * @param cancelled whether the attempt has ended, although its handler still runs
     * @param handler the handler
     * @throws Exception what the handler throws, or why its transaction could not be begun or committed
     */
    void call(InboxTask task, int timeout, BooleanSupplier cancelled, Callable<Object> handler) throws Exception {
        begin(timeout);
        try {
            if (!isNew(task)) {
                metrics.skipped();
                return;
            }
            handler.call();
            if (cancelled.getAsBoolean()) {
                throw new IllegalStateException(task.name() + ": its attempt ended before its handler returned, so its"
                        + " transaction is rolled back");
            }
            requireRow(task);
            transaction.commit();
            requireCommit(task);
            metrics.handled();
        } finally {
            rollBackUnlessEnded();
        }
        clean();
    }

    /**
     * A server may report a commit although the connection broke before the database received it: WildFly does with the XA
     * driver of MariaDB, whose exception has no code.
     */
    private void requireCommit(InboxTask task) throws Exception {
        transaction.begin();
        if (inbox.handledAt(task.key()).isEmpty()) {
            throw new IllegalStateException(task.name() + ": the server has reported the commit of its transaction,"
                    + " and the database has rolled it back. The connection probably broke during the commit");
        }
    }

    /**
     * A database may have rolled the transaction back after a statement that failed, although the handler returns normally.
     * PostgreSQL then answers the commit with a rollback, about which its driver is silent. The commit itself fails in a
     * transaction that is marked for rollback.
     */
    private void requireRow(InboxTask task) throws Exception {
        if (transaction.getStatus() != Status.STATUS_ACTIVE) {
            return;
        }
        Optional<Instant> row;
        try {
            row = inbox.handledAt(task.key());
        } catch (SQLException e) {
            throw new IllegalStateException(rolledBack(task) + ": " + e.getMessage(), e);
        }
        if (row.isEmpty()) {
            throw new IllegalStateException(rolledBack(task));
        }
    }

    private static String rolledBack(InboxTask task) {
        return task.name() + ": its transaction cannot be committed, because the database has ended it. If its handler"
                + " caught an SQLException, let it throw that, or use a statement that does not fail";
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
    private boolean isNew(InboxTask task) throws Exception {
        String key = task.key();
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
            logHandled(task, handled.get());
            return false;
        }
    }

    /** A task that was recovered has been retried. If it has not, it may be another one that nobody handles. */
    private static void logHandled(InboxTask task, Instant at) {
        String handled = task.name() + " was handled at " + at
                + ", its handler is not called again";
        if (task.retried() > 0) {
            LOG.log(Level.INFO, handled);
        } else {
            LOG.log(Level.WARNING,
                    handled + ". If it is a new task with an ID that was used before, its sender must give it"
                            + " the header " + Task.INBOX_HEADER + " with a value of its own");
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
            metrics.cleaningFailed();
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
