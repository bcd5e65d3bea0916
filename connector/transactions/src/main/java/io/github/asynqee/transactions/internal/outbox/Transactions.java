package io.github.asynqee.transactions.internal.outbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Callable;

import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;

/** Transactions of the outbox itself, on threads that have none. */
final class Transactions {

    private static final Logger LOG = System.getLogger(Transactions.class.getName());

    private final UserTransaction transaction;
    private final int timeoutSeconds;

    /**
     * @param timeoutSeconds the time limit of each transaction; 0 for that of the server
     */
    Transactions(UserTransaction transaction, int timeoutSeconds) {
        this.transaction = transaction;
        this.timeoutSeconds = timeoutSeconds;
    }

    /** Calls something in a transaction, and commits it. */
    <T> T call(Callable<T> work) throws Exception {
        begin();
        try {
            T result = work.call();
            transaction.commit();
            return result;
        } finally {
            rollBackUnlessEnded();
        }
    }

    /** Calls something in a transaction, and rolls it back. */
    <T> T callAndRollBack(Callable<T> work) throws Exception {
        begin();
        try {
            return work.call();
        } finally {
            rollBackUnlessEnded();
        }
    }

    private void begin() throws Exception {
        transaction.setTransactionTimeout(timeoutSeconds);
        try {
            transaction.begin();
        } finally {
            transaction.setTransactionTimeout(0);
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
