package io.github.asynqee.bench.peers.database;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.asynqee.bench.peers.app.JobSystem;
import io.github.asynqee.bench.peers.app.PeerCommands;
import io.github.asynqee.bench.subject.Command;

/**
 * A job system on a database in plain Java. In addition to the common {@linkplain PeerCommands commands} there are
 * {@code start url=JDBC_URL concurrency=N} and {@code stop}.
 */
public final class DatabaseProgram {

    /** Connections besides the workers' connections: for polling, heartbeats and producers. */
    private static final int OTHER_CONNECTIONS = 12;
    private static final Map<String, Starter> SYSTEMS = Map.of("db-scheduler", DbSchedulerSystem::new, "jobrunr",
            JobRunrSystem::new);

    private final Starter starter;
    private final PeerCommands commands = new PeerCommands(this::system);
    private HikariDataSource pool;
    private JobSystem system;

    /** Starts a job system with a number of threads. */
    private interface Starter {
        JobSystem start(DataSource database, int concurrency);
    }

    private DatabaseProgram(Starter starter) {
        this.starter = starter;
    }

    /**
     * Runs until the input ends.
     *
     * @param arguments which job system
     * @throws IOException if the input cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        DatabaseProgram program = new DatabaseProgram(SYSTEMS.get(arguments[0]));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(program.reply(line));
            System.out.flush();
        }
        program.stop();
        System.exit(0);
    }

    private String reply(String line) {
        Command command = Command.parse(line);
        switch (command.verb()) {
            case "start" -> {
                try {
                    start(command.text("url"), command.number("concurrency"));
                } catch (RuntimeException e) {
                    return "failed: " + e;
                }
                return "ok";
            }
            case "stop" -> {
                stop();
                return "ok";
            }
            default -> {
                return commands.reply(line);
            }
        }
    }

    private void start(String url, int concurrency) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(concurrency + OTHER_CONNECTIONS);
        pool = new HikariDataSource(config);
        system = starter.start(pool, concurrency);
    }

    private void stop() {
        if (system != null) {
            system.close();
            system = null;
            pool.close();
        }
    }

    private JobSystem system() {
        if (system == null) {
            throw new IllegalStateException("not started");
        }
        return system;
    }
}
