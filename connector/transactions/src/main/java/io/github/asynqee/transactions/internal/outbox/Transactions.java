package io.github.asynqee.transactions.internal.outbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadFactory;

import jakarta.transaction.NotSupportedException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;

import io.github.asynqee.internal.thread.EngineThread;

/** Runs the outbox's own transactions. */
final class Transactions {

    private static final Logger LOG = System.getLogger(Transactions.class.getName());

    private final UserTransaction transaction;
    private final int timeoutSeconds;

    /**
     * @param timeoutSeconds the time limit of each transaction; 0 keeps the thread's limit
     */
    Transactions(UserTransaction transaction, int timeoutSeconds) {
        this.transaction = transaction;
        this.timeoutSeconds = timeoutSeconds;
    }

    /** Calls {@code work} in a transaction and commits it. */
    <T> T call(Callable<T> work) throws Exception {
        begin();
        return committed(work);
    }

    /**
     * Calls {@code work} in a transaction and commits it. If this thread cannot begin a transaction, runs it on another
     * thread and waits. A thread cannot begin a transaction in an after-completion callback, or where the server
     * manages transactions itself.
     *
     * @param threads creates the other thread
     */
    <T> T call(Callable<T> work, ThreadFactory threads) throws Exception {
        try {
            begin();
        } catch (NotSupportedException | IllegalStateException e) {
            LOG.log(Level.DEBUG, "this thread cannot begin a transaction; another thread will", e);
            return callOn(threads, work);
        }
        return committed(work);
    }

    private <T> T callOn(ThreadFactory threads, Callable<T> work) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        EngineThread.once(threads, "asynq-outbox-sender", () -> {
            try {
                result.complete(call(work));
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        }).start();
        try {
            return result.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private <T> T committed(Callable<T> work) throws Exception {
        try {
            T result = work.call();
            transaction.commit();
            return result;
        } finally {
            rollBackUnlessEnded();
        }
    }

    /** Calls {@code work} in a transaction and rolls it back. */
    <T> T callAndRollBack(Callable<T> work) throws Exception {
        begin();
        try {
            return work.call();
        } finally {
            rollBackUnlessEnded();
        }
    }

    private void begin() throws Exception {
        if (timeoutSeconds == 0) {
            transaction.begin();
            return;
        }
        transaction.setTransactionTimeout(timeoutSeconds);
        try {
            transaction.begin();
        } finally {
            transaction.setTransactionTimeout(0);
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
