package io.github.asynqee.transactions.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.sql.DataSource;
import javax.sql.XADataSource;

import io.github.asynqee.redis.TcpProxy;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Assumptions;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.xa.PGXADataSource;

/** A private database: H2 in memory, or a database server from a Debian package as a local process. */
public final class TestDatabase implements AutoCloseable {

    /** The databases. */
    public enum Kind {
        H2, POSTGRESQL, MARIADB
    }

    /** Lock timeout of statements, so that a forgotten transaction does not block a test forever. */
    private static final int LOCK_SECONDS = 20;

    private final Kind kind;
    private final String url;
    private final XADataSource dataSource;
    private final Process server;
    private final List<Path> folders;
    private final TcpProxy network;

    private TestDatabase(Kind kind, String url, XADataSource dataSource, TcpProxy network, Process server,
            List<Path> folders) {
        this.network = network;
        this.folders = folders;
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

    /** The URL for other processes; {@code null} if the database is in this process's memory. */
    public String url() {
        return url;
    }

    /** Its connections go through {@link #network()}. */
    public XADataSource dataSource() {
        return dataSource;
    }

    /**
     * Creates the schema {@code limited} with a user of this name who may change nothing, and has no rights for tables.
     */
    public XADataSource limited() throws SQLException {
        int port = URI.create(network.url()).getPort();
        if (kind == Kind.POSTGRESQL) {
            run("CREATE ROLE limited LOGIN; CREATE SCHEMA limited; GRANT USAGE ON SCHEMA limited TO limited;"
                    + " REVOKE CREATE ON SCHEMA public FROM PUBLIC");
            return dataSource(kind, "jdbc:postgresql://localhost:" + port + "/postgres?user=limited");
        }
        run("CREATE DATABASE limited; CREATE USER limited@localhost; GRANT EXECUTE ON limited.* TO limited@localhost");
        return dataSource(kind, "jdbc:mariadb://127.0.0.1:" + port + "/limited?user=limited");
    }

    /** Runs a script of the project in the schema {@code limited}. */
    public void createLimited(String name) throws IOException, SQLException {
        try (var in = TestDatabase.class.getResourceAsStream("/io/github/asynqee/transactions/schema/" + name + "-"
                + kind.name().toLowerCase(Locale.ROOT) + ".sql")) {
            run((kind == Kind.POSTGRESQL ? "SET search_path = limited;" : "USE limited;")
                    + new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Gives the limited user rights for a table. */
    public void grantLimited(String table, String rights) throws SQLException {
        run("GRANT " + rights + " ON limited." + table + " TO limited"
                + (kind == Kind.POSTGRESQL ? "" : "@localhost"));
    }

    private void run(String script) throws SQLException {
        try (Connection connection = connect(); Statement statement = connection.createStatement()) {
            for (String sql : script.replaceAll("(?m)^--.*$", "").split(";")) {
                if (!sql.isBlank()) {
                    statement.execute(sql);
                }
            }
        }
    }

    /** Between {@link #dataSource()} and the server; {@code null} for a database in memory. */
    public TcpProxy network() {
        return network;
    }

    /** A connection outside the transaction manager. Closing it ends its session, unlike an XA connection. */
    public Connection connect() throws SQLException {
        return kind == Kind.H2 ? ((DataSource) dataSource).getConnection() : DriverManager.getConnection(url);
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
        h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=" + LOCK_SECONDS + "000");
        return new TestDatabase(Kind.H2, null, h2, null, null, List.of());
    }

    private static TestDatabase postgresql() throws Exception {
        Path bin = require("PostgreSQL", "postgresql", LocalProcess.find("initdb", versions())).getParent();
        Path data = folder("postgres");
        LocalProcess.run(LocalProcess.asUser("postgres", bin.resolve("initdb").toString(), "-D", data.toString(), "-U",
                "asynq", "-A", "trust", "-N"));
        int port = freePort();
        Process server = LocalProcess.asUser("postgres", bin.resolve("postgres").toString(), "-D", data.toString(),
                "-p", String.valueOf(port), "-k", "", "-F", "-c", "lock_timeout=" + LOCK_SECONDS + "s")
                .redirectOutput(data.resolve("log").toFile()).start();
        return started(Kind.POSTGRESQL, "jdbc:postgresql://localhost:%d/postgres?user=asynq", port, server,
                List.of(data));
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
        // a starting server deletes temporary tables of other servers in the same folder
        Path tables = folder("mysql");
        String temporary = "--tmpdir=" + tables;
        LocalProcess
                .run(LocalProcess.asUser("mysql", "mariadb-install-db", "--no-defaults", "--datadir=" + data, temporary,
                        "--auth-root-authentication-method=normal", "--skip-test-db"));
        int port = freePort();
        Process server = LocalProcess.asUser("mysql", daemon.toString(), "--no-defaults", "--datadir=" + data,
                temporary, "--port=" + port, "--bind-address=127.0.0.1", "--socket=" + data.resolve("socket"),
                "--pid-file=" + data.resolve("pid"), "--innodb-flush-log-at-trx-commit=0",
                "--lock-wait-timeout=" + LOCK_SECONDS, "--innodb-lock-wait-timeout=" + LOCK_SECONDS)
                .redirectOutput(data.resolve("log").toFile()).start();
        return started(Kind.MARIADB, "jdbc:mariadb://127.0.0.1:%d/mysql?user=root", port, server,
                List.of(data, tables));
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

    private static TestDatabase started(Kind kind, String url, int port, Process server, List<Path> folders)
            throws SQLException {
        TcpProxy network = TcpProxy.to(port);
        int proxied = URI.create(network.url()).getPort();
        TestDatabase database = new TestDatabase(kind, String.format(Locale.ROOT, url, port),
                dataSource(kind, String.format(Locale.ROOT, url, proxied)), network, server, folders);
        try {
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(database::answers);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
        return database;
    }

    private boolean answers() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public void close() {
        if (server != null) {
            network.close();
            server.descendants().forEach(ProcessHandle::destroy);
            server.destroy();
            server.onExit().orTimeout(30, TimeUnit.SECONDS).join();
            folders.forEach(TestDatabase::delete);
        }
    }

    /** More than 100 MB for each. */
    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new IllegalStateException(folder + " cannot be deleted", e);
        }
    }
}
