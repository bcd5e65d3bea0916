package io.github.asynqee.server.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.ReservedPorts;

/** PostgreSQL as a separate process, from a Debian package. Its user {@code sa} has no password. */
final class PostgreSql implements AutoCloseable {

    private static final Path VERSIONS = Path.of("/usr/lib/postgresql");
    private static final String USER = "postgres";
    private static final int ENDS_SECONDS = 30;

    private final int port = ReservedPorts.next();
    private final Process process;

    private PostgreSql(Path programs) throws IOException, InterruptedException {
        Path data = ServerUnderTest.workFile("faults-postgresql").toAbsolutePath();
        Path log = ServerUnderTest.workFile("faults-postgresql.log");
        Files.createDirectories(log.getParent());
        for (List<String> command : List.of(List.of("rm", "-rf", data.toString()),
                List.of("install", "-d", "-o", isRoot() ? USER : System.getProperty("user.name"), data.toString()),
                asUser(programs.resolve("initdb"), "-D", data.toString(), "-U", "sa", "-A", "trust", "-N"))) {
            if (start(log, command).waitFor() != 0) {
                throw new IOException(command + " failed: " + Files.readString(log));
            }
        }
        // both servers have a pool; no fault ends this process, so that nothing is to be on the disk
        process = start(log, asUser(programs.resolve("postgres"), "-D", data.toString(), "-p", String.valueOf(port),
                "-k", "", "-F", "-c", "max_connections=300"));
    }

    /** Starts it, if it is installed. */
    static Optional<PostgreSql> start() throws IOException, InterruptedException {
        if (!Files.isDirectory(VERSIONS)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(VERSIONS)) {
            Optional<Path> programs = versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb"))).findFirst();
            return programs.isEmpty() ? Optional.empty() : Optional.of(new PostgreSql(programs.get()));
        }
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=sa";
    }

    private static Process start(Path log, List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
    }

    /** PostgreSQL refuses to be run by root. */
    private static List<String> asUser(Path program, String... arguments) {
        List<String> command = new ArrayList<>(isRoot() ? List.of("runuser", "-u", USER, "--") : List.of());
        command.add(program.toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        process.onExit().orTimeout(ENDS_SECONDS, TimeUnit.SECONDS).join();
    }
}
