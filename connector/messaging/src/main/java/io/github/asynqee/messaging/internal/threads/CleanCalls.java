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
 * Calls handlers on a thread that calls many of them, so that no handler leaves anything to the next one. Open Liberty
 * keeps a connection that is used outside of a transaction until the work of its thread ends. There, each call is work
 * of its own in the container's context, which takes about 5 µs.
 */
public final class CleanCalls {

    private static final Logger LOG = System.getLogger(CleanCalls.class.getName());
    private static final String REGISTRY = "java:comp/TransactionSynchronizationRegistry";
    private static final String TRANSACTION = "java:comp/UserTransaction";
    /** The API of local transactions, which keep the connections. */
    private static final String LOCAL_TRANSACTIONS = "java:comp/websphere/UOWManager";
    private static final String CONTEXT = "java:comp/DefaultContextService";
    /** Time between two lookups of transactions that were not found: the server may still be starting. */
    private static final Duration LOOKUP_INTERVAL = Duration.ofSeconds(1);

    /** For threads that are not of a container. */
    static final CleanCalls PLAIN = new CleanCalls();

    /** {@code null} if the last lookup has not found them. */
    private volatile @Nullable Transactions transactions;
    private volatile long lastLookup = System.nanoTime() - LOOKUP_INTERVAL.toNanos();

    CleanCalls() {}

    CleanCalls(Transactions transactions) {
        this.transactions = transactions;
    }

    /** The transactions of a server. */
    interface Transactions {

        /** The status of the transaction of this thread, a constant of {@link Status}. */
        int status() throws Exception;

        /** Rolls back the transaction of this thread. */
        void rollback() throws Exception;

        /** Tells whether the transaction of this thread was committed, at its end. */
        void atEnd(Consumer<Boolean> committed) throws Exception;

        /** Runs a call on the calling thread. */
        Executor context();
    }

    /**
     * A class of its own, because a server without transactions does not have the types. {@code UserTransaction} does
     * not tell the status inside {@code @Transactional}.
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
                    // only its end matters
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
     * Rolls back the transaction that a handler has left open on this thread. Called in {@link #call}, after the
     * handler.
     *
     * @return whether there was one
     */
    public boolean rollBackOpenTransaction() {
        Transactions found = transactions();
        if (found == null || status(found) == Status.STATUS_NO_TRANSACTION) {
            return false;
        }
        try {
            found.rollback();
        } catch (Exception | LinkageError e) {
            LOG.log(Level.ERROR, "a transaction that a handler left open could not be rolled back", e);
        }
        return true;
    }

    /** @return whether the transaction of this thread can only be rolled back */
    public boolean isMarkedForRollback() {
        Transactions found = transactions();
        return found != null && status(found) == Status.STATUS_MARKED_ROLLBACK;
    }

    /**
     * The end of the transaction of this thread.
     *
     * @return completes with whether it was committed; {@code null} if this thread has no transaction
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
        } catch (Exception | LinkageError e) {
            LOG.log(Level.DEBUG, "a transaction with status " + status + " can only be rolled back", e);
            committed.complete(false);
        }
        return committed;
    }

    private static int status(Transactions found) {
        try {
            return found.status();
        } catch (Exception e) {
            LOG.log(Level.WARNING, "the status of the transaction of this thread cannot be read", e);
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
                LOG.log(Level.DEBUG, "this server has no transactions, or not yet", e);
            }
        }
        return transactions;
    }
}
