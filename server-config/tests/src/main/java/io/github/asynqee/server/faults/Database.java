package io.github.asynqee.server.faults;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.asynqee.server.Figures;
import io.github.asynqee.server.faults.app.Kind;
import io.github.asynqee.server.process.ReservedPorts;
import org.awaitility.Awaitility;
import org.h2.tools.Server;

/**
 * The database of outbox and inbox: one for all nodes, which outlives them. Uses H2 in this process if PostgreSQL is
 * not installed.
 */
final class Database implements AutoCloseable {

    private static final String NAME = "mem:faults";
    private static final String USER = "sa";
    private static final String LEFT = Kind.LEFT + "%";

    private final Optional<PostgreSql> postgres;
    private final Server h2;
    private final Connection connection;

    Database() throws SQLException, IOException, InterruptedException {
        postgres = PostgreSql.start();
        if (postgres.isPresent()) {
            h2 = null;
            connection = Awaitility.await().ignoreExceptions().until(() -> DriverManager.getConnection(url()),
                    opened -> true);
        } else {
            Figures.add("faults: NO DATABASE ROLLS BACK WHAT IT IS TO COMMIT, as only PostgreSQL does: not installed");
            connection = DriverManager.getConnection("jdbc:h2:" + NAME, USER, "");
            h2 = Server.createTcpServer("-tcpPort", String.valueOf(ReservedPorts.next()), "-tcpDaemon").start();
        }
        try (Statement create = connection.createStatement()) {
            create.execute("CREATE TABLE effects (task VARCHAR(100))");
        }
    }

    String url() {
        return postgres.map(PostgreSql::url)
                .orElseGet(() -> "jdbc:h2:tcp://127.0.0.1:" + h2.getPort() + "/" + NAME);
    }

    /** The jar with the driver, if servers do not have it. */
    Optional<Path> driver() throws SQLException, URISyntaxException {
        return postgres.isEmpty() ? Optional.empty()
                : Optional.of(Path.of(DriverManager.getDriver(url()).getClass().getProtectionDomain().getCodeSource()
                        .getLocation().toURI()));
    }

    /** How often the effect of each task was written. */
    Map<String, String> effects() throws SQLException {
        Map<String, String> times = new HashMap<>();
        try (Statement select = connection.createStatement();
                ResultSet rows = select.executeQuery(
                        "SELECT task, COUNT(*) FROM effects WHERE task NOT LIKE '" + LEFT + "' GROUP BY task")) {
            while (rows.next()) {
                times.put(rows.getString(1), rows.getString(2));
            }
        }
        return times;
    }

    /** What handlers have written in transactions that must not be committed. */
    List<String> left() throws SQLException {
        List<String> left = new ArrayList<>();
        try (Statement select = connection.createStatement();
                ResultSet rows = select.executeQuery("SELECT task FROM effects WHERE task LIKE '" + LEFT + "'")) {
            while (rows.next()) {
                left.add(rows.getString(1));
            }
        }
        return left;
    }

    /** How many effects have been written. */
    int written() throws SQLException {
        return count("effects");
    }

    /** How many tasks are rows of the outbox. */
    int waiting() throws SQLException {
        return count("asynq_outbox");
    }

    private int count(String table) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet rows = select.executeQuery("SELECT COUNT(*) FROM " + table)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
        if (h2 != null) {
            h2.stop();
        }
        postgres.ifPresent(PostgreSql::close);
    }
}
