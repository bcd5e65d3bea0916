package io.github.asynqee.messaging.internal.threads;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

import javax.naming.NamingException;

import jakarta.enterprise.concurrent.ContextService;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;

import org.jspecify.annotations.Nullable;

/**
 * Calls handlers on a shared thread so that a handler does not affect the next one. Open Liberty keeps a connection
 * that is used outside a transaction until the unit of work of its thread ends. Therefore each call there is a
 * separate unit of work in the container's context, which takes about 5 µs.
 */
public final class CleanCalls {

    private static final Logger LOG = System.getLogger(CleanCalls.class.getName());
    private static final String REGISTRY = "java:comp/TransactionSynchronizationRegistry";
    private static final String TRANSACTION = "java:comp/UserTransaction";
    /** The API of local transactions, which keep the connections. */
    private static final String LOCAL_TRANSACTIONS = "java:comp/websphere/UOWManager";
    private static final String CONTEXT = "java:comp/DefaultContextService";
    /** Interval between lookups of transactions until they are found, because the server may still be starting. */
    private static final Duration LOOKUP_INTERVAL = Duration.ofSeconds(1);

    /** For threads outside a container. */
    static final CleanCalls PLAIN = new CleanCalls();

    /** {@code null} until a lookup has found them. */
    private volatile @Nullable Transactions transactions;
    private volatile long lastLookup = System.nanoTime() - LOOKUP_INTERVAL.toNanos();

    CleanCalls() {}

    CleanCalls(Transactions transactions) {
        this.transactions = transactions;
    }

    /** The transactions of a server. */
    interface Transactions {

        /** Returns the status of this thread's transaction, a constant of {@link Status}. */
        int status() throws Exception;

        /** Rolls back the transaction of this thread. */
        void rollback() throws Exception;

        /** Registers a callback for the end of this thread's transaction, called with true after a commit. */
        void atEnd(Consumer<Boolean> committed) throws Exception;

        /** Returns an executor that runs work on the calling thread. */
        Executor context();
    }

    /**
     * A separate class, because a server without transactions does not have the types. Does not use
     * {@code UserTransaction}, which does not report the status inside {@code @Transactional}.
     *
     * @param context runs work on the calling thread; in the container's context if connections are kept
     */
    private record OfServer(TransactionSynchronizationRegistry registry, Executor context) implements Transactions {

        static Transactions find() throws NamingException {
            return new OfServer(ServerNames.lookup(REGISTRY, TransactionSynchronizationRegistry.class), findContext());
        }

        private static Executor findContext() throws NamingException {
            try {
                ServerNames.lookup(LOCAL_TRANSACTIONS, Object.class);
            } catch (NamingException e) {
                return Runnable::run;
            }
            return ServerNames.lookup(CONTEXT, ContextService.class).currentContextExecutor();
        }

        @Override
        public int status() {
            return registry.getTransactionStatus();
        }

        @Override
        public void rollback() throws Exception {
            ServerNames.lookup(TRANSACTION, UserTransaction.class).rollback();
        }

        @Override
        public void atEnd(Consumer<Boolean> committed) {
            registry.registerInterposedSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {
                    // only the end of the transaction matters
                }

                @Override
                public void afterCompletion(int status) {
                    committed.accept(status == Status.STATUS_COMMITTED);
                }
            });
        }
    }

    /**
     * Calls a handler.
     *
     * @param handler the call
     */
    public void call(Runnable handler) {
        Thread thread = Thread.currentThread();
        ClassLoader loader = thread.getContextClassLoader();
        try {
            Transactions found = transactions();
            if (found == null) {
                handler.run();
            } else {
                found.context().execute(handler);
            }
        } finally {
            if (thread.getContextClassLoader() != loader) {
                thread.setContextClassLoader(loader);
            }
            // an interrupt of this handler must not affect the next one
            Thread.interrupted();
        }
    }

    /**
     * Rolls back a transaction that a handler has left open on this thread. Called in {@link #call}, after the handler.
     *
     * @return whether a transaction was open
     */
    public boolean rollBackOpenTransaction() {
        Transactions found = transactions();
        if (found == null || status(found) == Status.STATUS_NO_TRANSACTION) {
            return false;
        }
        try {
            found.rollback();
        } catch (Exception | Error e) {
            LOG.log(Level.ERROR, "could not roll back a transaction that a handler left open", e);
        }
        return true;
    }

    /** @return whether the transaction of this thread can only be rolled back */
    public boolean isMarkedForRollback() {
        Transactions found = transactions();
        return found != null && status(found) == Status.STATUS_MARKED_ROLLBACK;
    }

    /**
     * Returns the outcome of this thread's transaction.
     *
     * @return completes with true if it was committed, else false; {@code null} if this thread has no transaction
     */
    public @Nullable CompletionStage<Boolean> committed() {
        Transactions found = transactions();
        int status = found == null ? Status.STATUS_NO_TRANSACTION : status(found);
        if (found == null || status == Status.STATUS_NO_TRANSACTION || status == Status.STATUS_COMMITTED) {
            return null;
        }
        CompletableFuture<Boolean> committed = new CompletableFuture<>();
        try {
            found.atEnd(committed::complete);
        } catch (Exception | Error e) {
            LOG.log(Level.DEBUG, "a transaction with status " + status + " can only be rolled back", e);
            committed.complete(false);
        }
        return committed;
    }

    private static int status(Transactions found) {
        try {
            return found.status();
        } catch (Exception | Error e) {
            LOG.log(Level.WARNING, "cannot read the status of this thread's transaction", e);
            return Status.STATUS_NO_TRANSACTION;
        }
    }

    private @Nullable Transactions transactions() {
        long now = System.nanoTime();
        if (transactions == null && now - lastLookup >= LOOKUP_INTERVAL.toNanos()) {
            lastLookup = now;
            try {
                transactions = OfServer.find();
            } catch (NamingException | RuntimeException | LinkageError e) {
                LOG.log(Level.DEBUG, "this server does not provide transactions, or not yet", e);
            }
        }
        return transactions;
    }
}
