package io.github.asynqee.sample.playground;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import io.github.asynqee.TaskContext;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A handler whose effects are rows of a table. */
@ApplicationScoped
public class InboxHandlers {

    @Inject
    private TaskContext task;

    static DataSource database() throws NamingException {
        return (DataSource) new InitialContext().lookup("java:comp/DefaultDataSource");
    }

    /** Writes a row; the first attempt of a task whose payload contains {@code fail} fails after that. */
    @Incoming("play-inbox")
    @Transactional
    public void write(String effect) throws NamingException, SQLException {
        try (Connection connection = database().getConnection();
                PreparedStatement insert = connection
                        .prepareStatement("INSERT INTO play_effects (effect) VALUES (?)")) {
            insert.setString(1, effect);
            insert.executeUpdate();
        }
        if (effect.contains("fail") && task.retried() == 0) {
            throw new IllegalStateException("fails on purpose");
        }
    }
}
