package io.github.asynqee.sample.playground;

import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import javax.naming.InitialContext;
import javax.naming.NamingException;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import jakarta.transaction.UserTransaction;

import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

/** Handlers that leave something to their thread, and correct handlers that run on the same threads. */
@ApplicationScoped
public class LeavingHandlers {

    @Resource
    private TransactionSynchronizationRegistry transactions;

    @Inject
    private Note note;

    /** A bean of the request context. */
    @RequestScoped
    public static class Note {

        private boolean written;

        void write() {
            written = true;
        }

        boolean isWritten() {
            return written;
        }
    }

    /** Leaves the thread or a resource in the state that the payload names. */
    @Incoming("play-leaving")
    public void leave(String json) throws Exception {
        String what = json.replace("\"", "");
        switch (what) {
            case "transaction" -> beginAndWrite(what);
            case "transaction and throw" -> {
                beginAndWrite(what);
                throw new IllegalStateException("fails on purpose");
            }
            case "connection" -> InboxHandlers.database().getConnection();
            case "class loader" -> Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0]));
            case "interrupt" -> Thread.currentThread().interrupt();
            case "request" -> note.write();
            default -> throw new IllegalArgumentException(what);
        }
    }

    /** Begins a transaction, and returns before its stage completes. */
    @Incoming("play-leaving-later")
    public CompletionStage<Void> leaveForLater(String what) throws Exception {
        beginAndWrite(what);
        return CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS));
    }

    private static void beginAndWrite(String effect) throws Exception {
        ((UserTransaction) new InitialContext().lookup("java:comp/UserTransaction")).begin();
        insert(effect);
    }

    private static void insert(String effect) throws NamingException, SQLException {
        try (Connection connection = InboxHandlers.database().getConnection();
                PreparedStatement insert = connection
                        .prepareStatement("INSERT INTO play_effects (effect) VALUES (?)")) {
            insert.setString(1, effect);
            insert.executeUpdate();
        }
    }

    /** Writes a row without a transaction. */
    @Incoming("play-plain")
    public void write(String effect) throws NamingException, SQLException {
        requireClean();
        insert(effect);
    }

    /** Writes a row in a transaction. */
    @Incoming("play-transactional")
    @Transactional
    public void writeInTransaction(String effect) throws NamingException, SQLException {
        requireClean();
        insert(effect);
    }

    private void requireClean() {
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("the thread was interrupted");
        }
        if (Thread.currentThread().getContextClassLoader() instanceof URLClassLoader loader
                && loader.getURLs().length == 0) {
            throw new IllegalStateException("the thread has the class loader of another handler");
        }
        if (note.isWritten()) {
            throw new IllegalStateException("the request context is the one of another handler");
        }
    }

    /** Acknowledges in its transaction, and leaves the transaction open. */
    @Incoming("play-message-open")
    public CompletionStage<Void> acknowledgeAndLeave(Message<String> message) throws Exception {
        beginAndWrite(message.getPayload());
        return message.ack();
    }

    /** Acknowledges in its transaction, which is then rolled back for some payloads. */
    @Incoming("play-message")
    @Transactional
    public CompletionStage<Void> acknowledgeBeforeCommit(Message<String> message) throws Exception {
        insert(message.getPayload());
        CompletionStage<Void> acknowledged = message.ack();
        switch (message.getPayload().replace("\"", "")) {
            case "marked" -> transactions.setRollbackOnly();
            case "refused" -> transactions.registerInterposedSynchronization(new Refusal());
            case "throws" -> throw new IllegalStateException("fails on purpose");
            default -> {
            }
        }
        return acknowledged;
    }

    /** Makes a commit fail. */
    private static final class Refusal implements Synchronization {

        @Override
        public void beforeCompletion() {
            throw new IllegalStateException("no commit");
        }

        @Override
        public void afterCompletion(int status) {
            // nothing to do
        }
    }

    /** Marks its transaction for rollback, and returns. */
    @Incoming("play-rollback")
    @Transactional
    public void mark(String payload) {
        transactions.setRollbackOnly();
    }
}
