package io.github.asynqee.bench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.bench.process.OlderBuild;
import io.github.asynqee.bench.process.WorkFolder;
import io.github.asynqee.server.AppServer;
import io.github.asynqee.server.ServerPorts;
import io.github.asynqee.server.ServerProcess;

/**
 * Starts an application server on the Java of this process, on free ports and with files of its own, so that it neither
 * minds nor disturbs others from the same home.
 *
 * @param server which
 * @param home where it was provisioned
 * @param war the application that is measured
 * @param work what it writes goes below this directory; the log of the last start is left there
 * @param jvmOptions options for its Java
 */
record ServerLauncher(AppServer server, Path home, Path war, Path work, String jvmOptions) {

    /** The application that is measured is found by this system property. */
    static final String WAR = "bench.war";
    /** The same for all servers, whatever their own defaults are. */
    private static final String HEAP = "-Xms1g -Xmx1g";

    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    /**
     * A server as the system properties say: {@code bench.liberty} or {@code bench.wildfly} is its home.
     *
     * @param server which
     * @param jvmOptions options for its Java; without any it has a heap of 1 GB
     * @return its launcher
     * @throws IllegalStateException if a property is missing or there is no such file; the message says what and how to
     *         get it
     */
    static ServerLauncher find(AppServer server, String jvmOptions) {
        String id = server.name().toLowerCase();
        Path home = existing("bench." + id, "server-config/" + id + ", which provisions it");
        Path war = existing(WAR, "connector/bench/war");
        return new ServerLauncher(server, home, war, WorkFolder.of("servers").resolve(id),
                (HEAP + " " + jvmOptions).strip());
    }

    /** Starts the same server with the application as it was with an older connector. */
    ServerLauncher with(OlderBuild older) {
        Path folder = work.resolveSibling(work.getFileName() + "-before");
        return new ServerLauncher(server, home, older.war(war, folder), folder, jvmOptions);
    }

    private static Path existing(String property, String module) {
        String value = System.getProperty(property, "");
        if (value.isBlank()) {
            throw new IllegalStateException("the system property " + property + " is not set: package " + module);
        }
        Path path = Path.of(value).toAbsolutePath();
        if (!Files.exists(path)) {
            throw new IllegalStateException(property + "=" + path + " does not exist: package " + module);
        }
        return path;
    }

    /**
     * Starts the server and waits until it is ready.
     *
     * @param name of the directory for its files, which is emptied before
     * @param application what it runs
     * @param environment variables for it
     * @return the server
     * @throws IllegalStateException if it is not ready in time, with its log
     */
    ServerProcess start(String name, Path application, Map<String, String> environment) {
        Path directory = work.resolve(name);
        delete(directory);
        ServerProcess.Builder builder = ServerProcess.of(server, home).instance(directory).application(application)
                .ports(ServerPorts.free()).jvmOptions(jvmOptions);
        environment.forEach(builder::env);
        ServerProcess process = builder.start();
        try {
            process.awaitReady(START_LIMIT);
            return process;
        } catch (IllegalStateException e) {
            process.close();
            throw e;
        }
    }

    private static void delete(Path directory) {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
                for (Path file : deepestFirst) {
                    Files.delete(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
