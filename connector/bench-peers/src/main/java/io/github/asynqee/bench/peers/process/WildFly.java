package io.github.asynqee.bench.peers.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import io.github.asynqee.bench.process.ServerCommands;
import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.subject.Command;
import io.github.asynqee.server.process.AppServer;
import io.github.asynqee.server.process.ServerBuilder;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;

/** An application on WildFly. Each {@code start} starts the server on free ports, each {@code stop} ends it. */
final class WildFly implements Subject {

    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(40);
    private static final Duration REPLY_LIMIT = Duration.ofMinutes(10);
    /** The provisioned limit of simultaneous message-driven beans: four for each core. */
    private static final String POOL_BY_CORES = "name=\"mdb-strict-max-pool\" derive-size=\"from-cpu-count\"";
    private static final String POOL_FOR_ALL = "name=\"mdb-strict-max-pool\" max-pool-size=\"200\"";

    private final String name;
    private final Path files;
    private final Application application;
    private ServerProcess server;

    /** The application that the server runs. */
    interface Application {

        /** The WAR for a concurrency. */
        Path war(int concurrency);

        /** An archive that is deployed beside the WAR, or {@code null}. */
        Path beside();

        /** Environment variables for a concurrency. */
        Map<String, String> environment(int concurrency);

        /** Options of the server's Java. */
        String javaOptions();
    }

    WildFly(String name, Path files, Application application) {
        this.name = name;
        this.files = files;
        this.application = application;
    }

    /**
     * The provisioned server, with enough message-driven beans for all settings.
     *
     * @throws IllegalStateException if it is missing, or its configuration differs from the expected one
     */
    static Path home() {
        Path home = Path.of(System.getProperty("bench.wildfly", "target/wildfly")).toAbsolutePath();
        Path file = home.resolve("standalone/configuration/standalone.xml");
        try {
            String configuration = Files.readString(file).replace(POOL_BY_CORES, POOL_FOR_ALL);
            if (!configuration.contains(POOL_FOR_ALL)) {
                throw new IllegalStateException(file + " has no " + POOL_BY_CORES);
            }
            Files.writeString(file, configuration);
            return home;
        } catch (IOException e) {
            throw new IllegalStateException("no WildFly in " + home + "; package this module", e);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String id() {
        return "wildfly";
    }

    @Override
    public boolean supports(Command command) {
        return true;
    }

    @Override
    public synchronized Map<String, Long> send(Command command) {
        switch (command.verb()) {
            case "start" -> start(command.number("concurrency"));
            case "stop" -> close();
            default -> {
                return ServerCommands.send(name, server, command, REPLY_LIMIT);
            }
        }
        return Map.of();
    }

    private void start(int concurrency) {
        close();
        ServerBuilder builder = ServerProcess.of(AppServer.WILDFLY, home()).instance(files)
                .application(application.war(concurrency)).ports(ServerPorts.free())
                .jvmOptions(application.javaOptions());
        if (application.beside() != null) {
            builder.beside(application.beside());
        }
        application.environment(concurrency).forEach(builder::env);
        server = builder.start();
        server.awaitReady(START_LIMIT);
    }

    @Override
    public synchronized long cpuNanos() {
        return server == null ? 0 : server.cpuTime().toNanos();
    }

    @Override
    public synchronized void close() {
        if (server != null) {
            try (ServerProcess stopping = server) {
                server = null;
                stopping.terminate(STOP_LIMIT);
            }
        }
    }
}
