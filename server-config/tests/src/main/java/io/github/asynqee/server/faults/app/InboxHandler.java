package io.github.asynqee.server.faults.app;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import javax.sql.DataSource;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionSynchronizationRegistry;

import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Its effects are rows of a database, each written once. */
@ApplicationScoped
public class InboxHandler {

    /** Adds a row; the table may have several for a task. */
    private static final String INSERT = "INSERT INTO effects (task) VALUES (?)";

    @Inject
    private Effects effects;

    @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
    private TransactionSynchronizationRegistry registry;

    @Resource(lookup = "java:comp/DefaultDataSource")
    private DataSource database;

    /** In the transaction of the inbox. */
    @Incoming("inbox")
    public void write(String id) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setString(1, id);
            insert.executeUpdate();
        }
    }

    /** The writes of its first attempt are rolled back, although it returns. */
    @Incoming("broken")
    public void writeAndBreak(String id) throws SQLException {
        boolean first = effects.startsFirst(id);
        write(id);
        if (first && Kind.number(id) % (2 * Kind.BROKEN.every()) == 0) {
            registry.setRollbackOnly();
        } else if (first) {
            failStatement(database);
        }
    }

    /** PostgreSQL rolls the transaction back when it is to be committed. */
    static void failStatement(DataSource database) {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT.replace("effects", "nowhere"))) {
            insert.setString(1, "");
            insert.executeUpdate();
            throw new IllegalStateException("there is such a table");
        } catch (SQLException e) {
            // its caller does not learn of it
        }
    }
}
