package io.github.asynqee.server.faults;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.server.faults.app.Kind;
import io.github.asynqee.server.process.ReservedPorts;
import org.h2.tools.Server;

/** The database of outbox and inbox: one for all nodes, in this process, which outlives them. */
final class Database implements AutoCloseable {

    private static final String NAME = "mem:faults";
    private static final String USER = "sa";
    private static final String LEFT = Kind.LEFT + "%";

    private final Connection connection;
    private final Server server;

    Database() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:" + NAME, USER, "");
        try (Statement create = connection.createStatement()) {
            create.execute("CREATE TABLE effects (task VARCHAR(100))");
        }
        server = Server.createTcpServer("-tcpPort", String.valueOf(ReservedPorts.next()), "-tcpDaemon").start();
    }

    String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/" + NAME;
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
        server.stop();
        connection.close();
    }
}
