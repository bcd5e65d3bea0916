package io.github.asynqee.transactions.database;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import javax.sql.XADataSource;

import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Assumptions;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.xa.PGXADataSource;

/** A database of its own: H2 in memory, or the server of a Debian package as a local process. */
public final class TestDatabase implements AutoCloseable {

    /** The databases. */
    public enum Kind {
        H2, POSTGRESQL, MARIADB
    }

    private final Kind kind;
    private final String url;
    private final XADataSource dataSource;
    private final Process server;

    private TestDatabase(Kind kind, String url, XADataSource dataSource, Process server) {
        this.kind = kind;
        this.url = url;
        this.dataSource = dataSource;
        this.server = server;
    }

    /** Starts a database; skips the test, with a message, if its server is not installed. */
    public static TestDatabase start(Kind kind) throws Exception {
        return switch (kind) {
            case H2 -> h2();
            case POSTGRESQL -> postgresql();
            case MARIADB -> mariadb();
        };
    }

    public Kind kind() {
        return kind;
    }

    /** The URL for other processes; {@code null} if it is in the memory of this one. */
    public String url() {
        return url;
    }

    public XADataSource dataSource() {
        return dataSource;
    }

    /** The data source of a database server. */
    public static XADataSource dataSource(Kind kind, String url) throws SQLException {
        if (kind == Kind.MARIADB) {
            return new MariaDbDataSource(url);
        }
        PGXADataSource postgres = new PGXADataSource();
        postgres.setURL(url);
        return postgres;
    }

    private static TestDatabase h2() {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000");
        return new TestDatabase(Kind.H2, null, h2, null);
    }

    private static TestDatabase postgresql() throws Exception {
        Path bin = require("PostgreSQL", "postgresql", LocalProcess.find("initdb", versions())).getParent();
        Path data = folder("postgres");
        LocalProcess.run(LocalProcess.asUser("postgres", bin.resolve("initdb").toString(), "-D", data.toString(), "-U",
                "asynq", "-A", "trust", "-N"));
        int port = freePort();
        Process server = LocalProcess.asUser("postgres", bin.resolve("postgres").toString(), "-D", data.toString(),
                "-p", String.valueOf(port), "-k", "", "-F").redirectOutput(data.resolve("log").toFile()).start();
        return started(Kind.POSTGRESQL, "jdbc:postgresql://localhost:" + port + "/postgres?user=asynq", server);
    }

    private static Stream<Path> versions() throws IOException {
        Path all = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(all)) {
            return Stream.empty();
        }
        try (Stream<Path> versions = Files.list(all)) {
            return versions.map(version -> version.resolve("bin")).toList().stream();
        }
    }

    private static TestDatabase mariadb() throws Exception {
        Path daemon = require("MariaDB", "mariadb-server",
                LocalProcess.find("mariadbd", Stream.of(Path.of("/usr/sbin"), Path.of("/usr/bin"))));
        Path data = folder("mysql");
        LocalProcess.run(LocalProcess.asUser("mysql", "mariadb-install-db", "--no-defaults", "--datadir=" + data,
                "--auth-root-authentication-method=normal", "--skip-test-db"));
        int port = freePort();
        Process server = LocalProcess.asUser("mysql", daemon.toString(), "--no-defaults", "--datadir=" + data,
                "--port=" + port, "--bind-address=127.0.0.1", "--socket=" + data.resolve("socket"),
                "--pid-file=" + data.resolve("pid"), "--innodb-flush-log-at-trx-commit=0")
                .redirectOutput(data.resolve("log").toFile()).start();
        return started(Kind.MARIADB, "jdbc:mariadb://127.0.0.1:" + port + "/mysql?user=root", server);
    }

    private static Path require(String name, String packageName, Optional<Path> program) {
        Assumptions.assumeTrue(program.isPresent(), "NOT TESTED with " + name + ": the Debian package " + packageName
                + " is not installed");
        return program.get();
    }

    private static Path folder(String owner) throws Exception {
        Path folder = Files.createTempDirectory("asynq-database");
        LocalProcess.own(owner, folder);
        return folder;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static TestDatabase started(Kind kind, String url, Process server) throws SQLException {
        TestDatabase database = new TestDatabase(kind, url, dataSource(kind, url), server);
        try {
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(database::answers);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
        return database;
    }

    private boolean answers() {
        try (Connection connection = dataSource.getXAConnection().getConnection()) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public void close() {
        if (server != null) {
            server.descendants().forEach(ProcessHandle::destroy);
            server.destroy();
        }
    }
}
