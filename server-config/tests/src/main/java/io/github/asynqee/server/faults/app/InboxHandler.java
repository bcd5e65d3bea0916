package io.github.asynqee.server.faults.app;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import javax.sql.DataSource;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Its effects are rows of a database, each written once. */
@ApplicationScoped
public class InboxHandler {

    /** Adds a row; the table may have several for a task. */
    private static final String INSERT = "INSERT INTO effects (task) VALUES (?)";

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
}
