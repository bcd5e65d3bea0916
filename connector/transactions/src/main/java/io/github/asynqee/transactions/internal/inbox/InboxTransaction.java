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
 * Calls a handler in a new transaction, unless an earlier transaction for the same task was committed. Uses the
 * database only in transactions, because Open Liberty keeps a connection used outside a transaction until its thread
 * ends.
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
     * Returns why tasks could be lost with this database, as the end of a sentence. If a rollback did not remove
     * rows, the row of a failed task would remain. If uncommitted rows were visible, a task could be acknowledged
     * while another delivery of the same task is still running and may fail.
     *
     * @return empty if the database can be used
     * @throws Exception if the check itself fails
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
                            .of("it is not transactional: writes survive a JTA rollback. Remove jta=\"false\" (WildFly)"
                                    + " or transactional=\"false\" (Open Liberty) from its definition");
        } finally {
            rollBackUnlessEnded();
        }
    }

    /**
     * Calls the handler of a task.
     *
     * @param task the task
     * @param timeout the time limit of the transaction, in seconds
     * @param cancelled whether the attempt has ended while its handler is still running
     * @param handler the handler
     * @throws Exception if the handler fails, or its transaction cannot be begun or committed
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
     * Checks that the commit took effect. A server may report a commit although the connection broke before the
     * database received it. WildFly does so with MariaDB's XA driver, whose exception has no error code.
     */
    private void requireCommit(InboxTask task) throws Exception {
        transaction.begin();
        if (inbox.handledAt(task.key()).isEmpty()) {
            throw new IllegalStateException(task.name() + ": the server has reported the commit of its transaction,"
                    + " but the database has rolled it back. The connection probably broke during the commit");
        }
    }

    /**
     * Checks that the database has not rolled the transaction back after a failed statement, although the handler
     * returned normally. PostgreSQL then turns the commit into a rollback, and its driver does not report it. Skipped
     * for a transaction marked for rollback, because its commit fails anyway.
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
        return task.name() + ": its transaction cannot be committed because the database has ended it. If the handler"
                + " catches an SQLException, rethrow it or use a statement that does not fail";
    }

    private void begin(int timeout) throws Exception {
        transaction.setTransactionTimeout(timeout);
        try {
            transaction.begin();
        } finally {
            transaction.setTransactionTimeout(0);
        }
    }

    /** Inserts the row of the task in the current transaction; returns false if the task was handled before. */
    private boolean isNew(InboxTask task) throws Exception {
        String key = task.key();
        try {
            inbox.add(key);
            return true;
        } catch (SQLException e) {
            // databases report duplicates differently, and some reject further statements in this transaction
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

    /**
     * Warns if the task was never retried, because it may then be a new task with a reused ID, which nobody handles.
     */
    private static void logHandled(InboxTask task, Instant at) {
        String handled = task.name() + " was handled at " + at
                + "; its handler is not called again";
        if (task.retried() > 0) {
            LOG.log(Level.INFO, handled);
        } else {
            LOG.log(Level.WARNING,
                    handled + ". If it is a new task with a reused ID, its producer must set the header "
                            + Task.INBOX_HEADER + " to a unique value");
        }
    }

    /** Deletes old rows if due. Only logs a failure, because it must not fail the task. */
    private void clean() {
        if (!inbox.isCleaningDue()) {
            return;
        }
        try {
            transaction.begin();
            inbox.clean();
            transaction.commit();
        } catch (Exception | Error e) {
            metrics.cleaningFailed();
            LOG.log(Level.WARNING, "could not delete old rows of the table asynq_inbox; retrying in "
                    + Inbox.CLEANING_INTERVAL.toMinutes() + " minutes", e);
        } finally {
            rollBackUnlessEnded();
        }
    }

    /** Rolls back unless a commit has ended the transaction, which it does even if it fails. */
    private void rollBackUnlessEnded() {
        try {
            if (transaction.getStatus() != Status.STATUS_NO_TRANSACTION) {
                transaction.rollback();
            }
        } catch (SystemException | IllegalStateException e) {
            LOG.log(Level.WARNING, "could not roll back a transaction; the server ends it at its time limit", e);
        }
    }
}
