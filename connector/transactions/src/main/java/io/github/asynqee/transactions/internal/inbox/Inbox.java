package io.github.asynqee.transactions.internal.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

/** The database table {@code asynq_inbox}: one row for each task whose handler has committed. */
final class Inbox {

    static final Duration CLEANING_INTERVAL = Duration.ofMinutes(10);
    /** Age range deleted in one cleaning. Longer than the interval, so that a backlog shrinks. */
    static final Duration PORTION = Duration.ofHours(1);

    private static final String CREATE = "CREATE TABLE asynq_inbox (task_key CHAR(64) NOT NULL PRIMARY KEY, "
            + "handled_at BIGINT NOT NULL)";
    private static final String CREATE_INDEX = "CREATE INDEX asynq_inbox_handled_at ON asynq_inbox (handled_at)";

    private final DataSource dataSource;
    private final Clock clock;
    private final Duration retention;
    private final AtomicReference<Instant> cleaned;

    /** @param retention how long to remember a handled task */
    Inbox(DataSource dataSource, Clock clock, Duration retention) {
        this.dataSource = dataSource;
        this.clock = clock;
        this.retention = retention;
        this.cleaned = new AtomicReference<>(clock.instant());
    }

    /** Creates the table if it is missing. */
    void create() throws SQLException {
        if (problem() == null) {
            return;
        }
        try (Connection connection = dataSource.getConnection()) {
            run(connection, CREATE);
            run(connection, CREATE_INDEX);
        } catch (SQLException e) {
            // another node may have created the table
            String problem = problem();
            if (problem != null) {
                throw new SQLException(problem + ". inbox.create=true could not create it: " + e.getMessage(), e);
            }
        }
    }

    /** Returns why the table cannot be read; {@code null} if it can. */
    private @Nullable String problem() {
        try {
            handledAt("");
            return null;
        } catch (SQLException e) {
            return e.getMessage() == null ? e.toString() : e.getMessage();
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }

    /**
     * Adds a task in the transaction of the current thread. Blocks while another transaction that added the same task
     * is open.
     */
    void add(String key) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection
                        .prepareStatement("INSERT INTO asynq_inbox (task_key, handled_at) VALUES (?, ?)")) {
            insert.setString(1, key);
            insert.setLong(2, clock.millis());
            insert.executeUpdate();
        }
    }

    /** Returns when a task was handled; empty if it was not handled or its row has been deleted. */
    Optional<Instant> handledAt(String key) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection
                        .prepareStatement("SELECT handled_at FROM asynq_inbox WHERE task_key = ?")) {
            select.setString(1, key);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(Instant.ofEpochMilli(row.getLong(1))) : Optional.empty();
            }
        }
    }

    /** Whether connections see uncommitted rows of other transactions. */
    boolean readsUncommitted() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getTransactionIsolation() == Connection.TRANSACTION_READ_UNCOMMITTED;
        }
    }

    /** Removes a task. */
    void remove(String key) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement delete = connection
                        .prepareStatement("DELETE FROM asynq_inbox WHERE task_key = ?")) {
            delete.setString(1, key);
            delete.executeUpdate();
        }
    }

    /** Whether the caller should delete old rows now; true for one caller in each interval. */
    boolean isCleaningDue() {
        Instant last = cleaned.get();
        Instant now = clock.instant();
        return Duration.between(last, now).compareTo(CLEANING_INTERVAL) >= 0 && cleaned.compareAndSet(last, now);
    }

    /**
     * Deletes the oldest expired rows, at most {@link #PORTION}, so that it finishes within a transaction's time limit.
     */
    void clean() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            long end = clock.instant().minus(retention).toEpochMilli();
            long oldest = oldest(connection);
            if (oldest < end) {
                try (PreparedStatement delete = connection
                        .prepareStatement("DELETE FROM asynq_inbox WHERE handled_at < ?")) {
                    delete.setLong(1, Math.min(end, oldest + PORTION.toMillis()));
                    delete.executeUpdate();
                }
            }
        }
    }

    private static long oldest(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT MIN(handled_at) FROM asynq_inbox");
                ResultSet row = select.executeQuery()) {
            row.next();
            long oldest = row.getLong(1);
            return row.wasNull() ? Long.MAX_VALUE : oldest;
        }
    }
}
