package io.github.asynqee.transactions.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;

import io.github.asynqee.redis.TcpProxy;
import org.awaitility.Awaitility;

/** Failures of a transaction whose code returns normally. They expect a table {@code probe} with rows. */
public enum BrokenTransaction {

    NOTHING {
        @Override
        public void act(DataSource dataSource, UserTransaction transaction, TestDatabase database) {
            // the control case: everything is committed
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

        /** Only PostgreSQL rolls the transaction back after a failed statement. */
        @Override
        public boolean keepsEffect(TestDatabase.Kind kind) {
            return kind != TestDatabase.Kind.POSTGRESQL;
        }

        @Override
        public boolean isReported(TestDatabase.Kind kind) {
            return true;
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

        /**
         * The other session changes more rows, or does not detect deadlocks, so that the database aborts this
         * transaction.
         */
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

        @Override
        public boolean isReported(TestDatabase.Kind kind) {
            return kind == TestDatabase.Kind.POSTGRESQL;
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

        @Override
        public boolean isReported(TestDatabase.Kind kind) {
            return kind == TestDatabase.Kind.POSTGRESQL;
        }
    },
    CONNECTION_CUT {
        @Override
        public boolean isPossible(TestDatabase.Kind kind) {
            return kind != TestDatabase.Kind.H2;
        }

        @Override
        public void act(DataSource dataSource, UserTransaction transaction, TestDatabase database) throws Exception {
            end(session(dataSource, database), database);
            caught(dataSource, "SELECT 1");
        }

        @Override
        public boolean isReported(TestDatabase.Kind kind) {
            return kind == TestDatabase.Kind.POSTGRESQL;
        }
    },
    CONNECTION_CUT_UNSEEN {
        @Override
        public boolean isPossible(TestDatabase.Kind kind) {
            return kind != TestDatabase.Kind.H2;
        }

        @Override
        public void act(DataSource dataSource, UserTransaction transaction, TestDatabase database) throws Exception {
            end(session(dataSource, database), database);
        }

        @Override
        public boolean isReported(TestDatabase.Kind kind) {
            return kind == TestDatabase.Kind.POSTGRESQL;
        }
    },
    /** The commit is sent but does not arrive. */
    CUT_BEFORE_COMMIT {
        @Override
        public boolean isPossible(TestDatabase.Kind kind) {
            return kind != TestDatabase.Kind.H2;
        }

        @Override
        public void act(DataSource dataSource, UserTransaction transaction, TestDatabase database) throws Exception {
            String session = session(dataSource, database);
            TcpProxy.HeldRequest commit = database.network().holdNext("COMMIT");
            meanwhile(() -> {
                commit.arrived().await();
                end(session, database);
                commit.released().countDown();
            });
        }

        @Override
        public boolean isAtCommit() {
            return true;
        }

        @Override
        public boolean commitReturns(TestDatabase.Kind kind) {
            return kind == TestDatabase.Kind.MARIADB;
        }
    },
    /** The database ends the connection while the commit is blocked. */
    CUT_DURING_COMMIT {
        @Override
        public boolean isPossible(TestDatabase.Kind kind) {
            return kind != TestDatabase.Kind.H2;
        }

        @Override
        public void act(DataSource dataSource, UserTransaction transaction, TestDatabase database) throws Exception {
            String session = session(dataSource, database);
            if (database.kind() == TestDatabase.Kind.POSTGRESQL) {
                run(dataSource, "INSERT INTO probe (id, n) VALUES (" + SLOW_COMMIT + ", 0)");
                meanwhile(() -> {
                    awaitState(database, "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND pid = "
                            + session);
                    end(session, database);
                });
                return;
            }
            Connection backup = database.connect();
            run(backup, "BACKUP STAGE START");
            run(backup, "BACKUP STAGE BLOCK_COMMIT");
            meanwhile(() -> {
                try (backup) {
                    awaitState(database,
                            "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'XA COMMIT%'"
                                    + " AND state LIKE 'Waiting for backup lock%' AND id = " + session);
                    end(session, database);
                    awaitState(database,
                            "SELECT COUNT(*) = 0 FROM information_schema.processlist WHERE id = " + session);
                }
            });
        }

        @Override
        public boolean isAtCommit() {
            return true;
        }

        @Override
        public boolean commitReturns(TestDatabase.Kind kind) {
            return kind == TestDatabase.Kind.MARIADB;
        }
    },
    /** The database has committed, but its reply does not arrive. */
    CUT_AFTER_COMMIT {
        @Override
        public boolean isPossible(TestDatabase.Kind kind) {
            return kind != TestDatabase.Kind.H2;
        }

        @Override
        public void act(DataSource dataSource, UserTransaction transaction, TestDatabase database) {
            database.network().loseNextReplyTo("COMMIT");
        }

        @Override
        public boolean keepsEffect(TestDatabase.Kind kind) {
            return true;
        }

        @Override
        public boolean isAtCommit() {
            return true;
        }

        @Override
        public boolean commitReturns(TestDatabase.Kind kind) {
            return kind == TestDatabase.Kind.MARIADB;
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
        public boolean isAtCommit() {
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
        public boolean isAtCommit() {
            return true;
        }

        @Override
        public boolean keepsEffect(TestDatabase.Kind kind) {
            return true;
        }
    };

    /** A row with this ID slows down the commit on PostgreSQL. */
    private static final int SLOW_COMMIT = 100;

    /** Whether this failure exists on the database. */
    public boolean isPossible(TestDatabase.Kind kind) {
        return true;
    }

    /** Causes the failure in the transaction of the thread; throws only exceptions that an application would see. */
    public abstract void act(DataSource dataSource, UserTransaction transaction, TestDatabase database)
            throws Exception;

    /** Whether the database commits the transaction despite the failure. */
    public boolean keepsEffect(TestDatabase.Kind kind) {
        return false;
    }

    /** Whether the failure happens after the last statement. */
    public boolean isAtCommit() {
        return false;
    }

    /**
     * Whether the transaction manager reports a commit to synchronizations, although the outcome is unknown.
     * WildFly's does so with a single resource, and throws an exception to the committing code.
     */
    public boolean isReported(TestDatabase.Kind kind) {
        return isAtCommit() || keepsEffect(kind);
    }

    /**
     * Whether the commit returns normally despite a failure at the commit. WildFly's transaction manager treats an
     * exception without an error code, as thrown by MariaDB's driver, as a commit.
     */
    public boolean commitReturns(TestDatabase.Kind kind) {
        return false;
    }

    /** The time limit of the transaction. */
    public int seconds() {
        return 60;
    }

    /** Creates the table that {@link #act} uses. */
    public void prepare(DataSource dataSource, TestDatabase.Kind kind) throws SQLException {
        run(dataSource, "DROP TABLE IF EXISTS effects_of_sender");
        run(dataSource, "CREATE TABLE effects_of_sender (id INT PRIMARY KEY)");
        run(dataSource, "DROP TABLE IF EXISTS probe");
        run(dataSource, "CREATE TABLE probe (id INT PRIMARY KEY, n INT NOT NULL)");
        for (int id = 1; id < 10; id++) {
            run(dataSource, "INSERT INTO probe (id, n) VALUES (" + id + ", 0)");
        }
        if (kind == TestDatabase.Kind.POSTGRESQL) {
            run(dataSource, "CREATE OR REPLACE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS"
                    + " $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$");
            run(dataSource, "CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON probe DEFERRABLE INITIALLY DEFERRED"
                    + " FOR EACH ROW WHEN (NEW.id = " + SLOW_COMMIT + ") EXECUTE FUNCTION sleep()");
        }
    }

    /** Returns the session ID of the transaction's connection. */
    private static String session(DataSource dataSource, TestDatabase database) throws SQLException {
        return read(dataSource, database.kind() == TestDatabase.Kind.POSTGRESQL ? "SELECT pg_backend_pid()"
                : "SELECT CONNECTION_ID()");
    }

    /** Ends a session of the database, which closes its connection. */
    private static void end(String session, TestDatabase database) throws SQLException {
        try (Connection other = database.connect()) {
            run(other, database.kind() == TestDatabase.Kind.POSTGRESQL ? "SELECT pg_terminate_backend(" + session + ")"
                    : "KILL CONNECTION " + session);
        }
    }

    /** Runs while the transaction ends. */
    private interface Meanwhile {
        void run() throws Exception;
    }

    private static void meanwhile(Meanwhile what) {
        Thread thread = new Thread(() -> {
            try {
                what.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void awaitState(TestDatabase database, String sql) {
        Awaitility.await().pollInterval(Duration.ofMillis(50)).atMost(Duration.ofSeconds(15)).until(() -> {
            try (Connection connection = database.connect()) {
                return read(connection, sql) > 0;
            }
        });
    }

    /**
     * Whether a transaction waits for a lock. MariaDB does not refresh INNODB_TRX while it is read more often than
     * every 100 ms.
     */
    private static boolean isWaiting(TestDatabase database) throws SQLException {
        String sql = database.kind() == TestDatabase.Kind.POSTGRESQL
                ? "SELECT COUNT(*) FROM pg_locks WHERE NOT granted"
                : "SELECT variable_value FROM information_schema.global_status"
                        + " WHERE variable_name = 'INNODB_ROW_LOCK_CURRENT_WAITS'";
        try (Connection connection = database.connect()) {
            return read(connection, sql) > 0;
        }
    }

    private static int read(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
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
            // simulates a handler that ignores a failed statement
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
