package io.github.asynqee.transactions.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;

import org.awaitility.Awaitility;

/** What goes wrong in a transaction while its code returns normally. The tables {@code probe} have two rows. */
public enum BrokenTransaction {

    NOTHING {
        @Override
        public void act(DataSource dataSource, UserTransaction transaction, TestDatabase database) {
            // the control: all is committed
        }

        @Override
        public boolean keepsEffect(TestDatabase.Kind kind) {
            return true;
        }
    },
    CAUGHT_ERROR {
        @Override
        public void act(DataSource dataSource, UserTransaction transaction, TestDatabase database) {
            caught(dataSource, "INSERT INTO probe (id, n) VALUES (1, 0)");
        }

        /** Only PostgreSQL rolls the transaction back after a statement that failed. */
        @Override
        public boolean keepsEffect(TestDatabase.Kind kind) {
            return kind != TestDatabase.Kind.POSTGRESQL;
        }
    },
    ROLLBACK_ONLY {
        @Override
        public void act(DataSource dataSource, UserTransaction transaction, TestDatabase database) throws Exception {
            transaction.setRollbackOnly();
        }
    },
    CAUGHT_DEADLOCK {
        @Override
        public boolean isPossible(TestDatabase.Kind kind) {
            return kind != TestDatabase.Kind.H2;
        }

        /** The other side has changed more rows, or does not look for deadlocks, so that the database chooses this one. */
        @Override
        public void act(DataSource dataSource, UserTransaction transaction, TestDatabase database) throws Exception {
            run(dataSource, "UPDATE probe SET n = 1 WHERE id = 1");
            try (Connection other = database.connect()) {
                if (database.kind() == TestDatabase.Kind.POSTGRESQL) {
                    run(other, "SET deadlock_timeout = '1min'");
                }
                other.setAutoCommit(false);
                run(other, "UPDATE probe SET n = n + 1 WHERE id >= 2");
                CompletableFuture<Void> waits = CompletableFuture
                        .runAsync(() -> caught(other, "UPDATE probe SET n = 2 WHERE id = 1"));
                Awaitility.await().until(() -> isWaiting(database));
                caught(dataSource, "UPDATE probe SET n = 3 WHERE id = 2");
                waits.get(30, TimeUnit.SECONDS);
                other.rollback();
            }
        }
    },
    CAUGHT_SERIALIZATION_FAILURE {
        @Override
        public boolean isPossible(TestDatabase.Kind kind) {
            return kind == TestDatabase.Kind.POSTGRESQL;
        }

        /** The isolation cannot be changed after the first statement, so the failure is raised. */
        @Override
        public void act(DataSource dataSource, UserTransaction transaction, TestDatabase database) {
            caught(dataSource, "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$");
        }
    },
    CONNECTION_CUT {
        @Override
        public boolean isPossible(TestDatabase.Kind kind) {
            return kind != TestDatabase.Kind.H2;
        }

        @Override
        public void act(DataSource dataSource, UserTransaction transaction, TestDatabase database) throws Exception {
            boolean postgres = database.kind() == TestDatabase.Kind.POSTGRESQL;
            String id = read(dataSource, postgres ? "SELECT pg_backend_pid()" : "SELECT CONNECTION_ID()");
            try (Connection other = database.connect()) {
                run(other, postgres ? "SELECT pg_terminate_backend(" + id + ")" : "KILL CONNECTION " + id);
            }
            caught(dataSource, "SELECT 1");
        }
    },
    TIME_LIMIT {
        @Override
        public int seconds() {
            return 1;
        }

        @Override
        public void act(DataSource dataSource, UserTransaction transaction, TestDatabase database) throws Exception {
            while (transaction.getStatus() == Status.STATUS_ACTIVE) {
                Thread.sleep(20);
            }
        }
    },
    /** The connection is lost when the commit is sent. */
    COMMIT_LOST {
        @Override
        public void act(DataSource dataSource, UserTransaction transaction, TestDatabase database) {
            ((EnlistingDataSource) dataSource).lose(EnlistingDataSource.Lost.COMMIT);
        }

        @Override
        public boolean isTakenForCommit() {
            return true;
        }
    },
    /** The connection is lost after the commit, before its reply. */
    REPLY_OF_COMMIT_LOST {
        @Override
        public void act(DataSource dataSource, UserTransaction transaction, TestDatabase database) {
            ((EnlistingDataSource) dataSource).lose(EnlistingDataSource.Lost.REPLY);
        }

        @Override
        public boolean isTakenForCommit() {
            return true;
        }

        @Override
        public boolean keepsEffect(TestDatabase.Kind kind) {
            return true;
        }

        @Override
        public boolean isSeen(TestDatabase.Kind kind) {
            return false;
        }
    };

    /** Whether the database has this. */
    public boolean isPossible(TestDatabase.Kind kind) {
        return true;
    }

    /** Lets it happen in the transaction of the thread; throws nothing that the application would not see. */
    public abstract void act(DataSource dataSource, UserTransaction transaction, TestDatabase database)
            throws Exception;

    /** Whether the database commits the transaction nevertheless. */
    public boolean keepsEffect(TestDatabase.Kind kind) {
        return false;
    }

    /** Whether the code that commits learns that the database has committed. */
    public boolean isSeen(TestDatabase.Kind kind) {
        return keepsEffect(kind);
    }

    /**
     * Whether synchronizations are told that it is committed although that is unknown: the transaction manager does that if
     * it has one resource. The code that commits gets an exception.
     */
    public boolean isTakenForCommit() {
        return false;
    }

    /** The time limit of the transaction. */
    public int seconds() {
        return 60;
    }

    /** Creates the table that {@link #act} uses. */
    public void prepare(DataSource dataSource) throws SQLException {
        run(dataSource, "DROP TABLE IF EXISTS probe");
        run(dataSource, "CREATE TABLE probe (id INT PRIMARY KEY, n INT NOT NULL)");
        for (int id = 1; id < 10; id++) {
            run(dataSource, "INSERT INTO probe (id, n) VALUES (" + id + ", 0)");
        }
    }

    /**
     * Whether a transaction waits for a lock. MariaDB's table INNODB_TRX is a copy that is not renewed while it is read more often
     * than every 100 ms.
     */
    private static boolean isWaiting(TestDatabase database) throws SQLException {
        String sql = database.kind() == TestDatabase.Kind.POSTGRESQL
                ? "SELECT COUNT(*) FROM pg_locks WHERE NOT granted"
                : "SELECT variable_value FROM information_schema.global_status"
                        + " WHERE variable_name = 'INNODB_ROW_LOCK_CURRENT_WAITS'";
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1) > 0;
        }
    }

    private static String read(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static void run(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            run(connection, sql);
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void caught(DataSource dataSource, String sql) {
        try {
            run(dataSource, sql);
        } catch (SQLException e) {
            // a handler that ignores what a statement could not do
        }
    }

    private static void caught(Connection connection, String sql) {
        try {
            run(connection, sql);
        } catch (SQLException e) {
            // the other side of a deadlock
        }
    }
}
