package io.github.asynqee.transactions.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Programs of database servers. */
final class LocalProcess {

    private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

    private LocalProcess() {}

    /** The first folder of these that has a program. */
    static Optional<Path> find(String program, Stream<Path> folders) {
        return folders.map(folder -> folder.resolve(program)).filter(Files::isExecutable).findFirst();
    }

    /** A command, run by another user if this one is root. */
    static ProcessBuilder asUser(String user, String... command) {
        List<String> all = new ArrayList<>();
        if (ROOT) {
            all.addAll(List.of("runuser", "-u", user, "--"));
        }
        all.addAll(List.of(command));
        return new ProcessBuilder(all).redirectErrorStream(true);
    }

    static void own(String user, Path folder) throws Exception {
        if (ROOT) {
            run(new ProcessBuilder("chown", user, folder.toString()));
        }
    }

    /** Runs a program to its end. */
    static void run(ProcessBuilder command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("asynq-database", ".log");
        Process process = command.redirectErrorStream(true).redirectOutput(output.toFile()).start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IllegalStateException(command.command() + " failed: " + Files.readString(output));
        }
        Files.delete(output);
    }
}
