package io.github.asynqee.bench.peers.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

/** Statements that are not part of the job systems. */
final class Sql {

    private Sql() {}

    static void execute(DataSource database, String statement) {
        try (Connection connection = database.getConnection(); Statement sql = connection.createStatement()) {
            sql.execute(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(statement, e);
        }
    }

    /**
     * Runs the vacuum that the autovacuum would run a minute later. Without a vacuum, the planner assumes that a table
     * that was just filled is empty, and reads the whole table for each query.
     */
    static void vacuum(DataSource database, String table) {
        execute(database, "vacuum analyze " + table);
    }

    static long number(DataSource database, String query) {
        try (Connection connection = database.getConnection();
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }
}
