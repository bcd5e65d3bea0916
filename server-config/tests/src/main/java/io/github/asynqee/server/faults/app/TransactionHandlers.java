package io.github.asynqee.server.faults.app;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import javax.sql.DataSource;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import jakarta.transaction.UserTransaction;

import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handlers that begin their own transactions. Some leave one open for the next handler on the same thread. */
@ApplicationScoped
public class TransactionHandlers {

    private static final String INSERT = "INSERT INTO effects (task) VALUES (?)";

    @Inject
    private Effects effects;

    @Inject
    private UserTransaction transaction;

    @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
    private TransactionSynchronizationRegistry registry;

    @Resource(lookup = "java:comp/DefaultDataSource")
    private DataSource database;

    /** Writes a row, in a transaction that the container ends. */
    @Incoming("transactional")
    @Transactional
    public void write(String id) throws SQLException {
        insert(id);
    }

    /** Its first attempt leaves its transaction open, or marks it for rollback. Its writes must not stay. */
    @Incoming("leaving")
    public void leave(String id) throws Exception {
        boolean first = effects.startsFirst(id);
        transaction.begin();
        insert(first ? Kind.LEFT + id : id);
        if (!first) {
            transaction.commit();
        } else if (Kind.number(id) % (2 * Kind.LEAVING.every()) == 0) {
            transaction.setRollbackOnly();
        }
    }

    /** Its first attempt marks the transaction that the container ends. */
    @Incoming("marking")
    @Transactional
    public void mark(String id) throws SQLException {
        boolean first = effects.startsFirst(id);
        insert(first ? Kind.LEFT + id : id);
        if (first) {
            registry.setRollbackOnly();
        }
    }

    private void insert(String task) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setString(1, task);
            insert.executeUpdate();
        }
    }
}
