package io.github.asynqee.transactions.database;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Java process that kills itself at a given step. */
public final class DyingProcess {

    private static final int KILLED = 137;

    private DyingProcess() {}

    /** Runs the main method of a class until the process is dead. */
    public static void run(Class<?> program, String... arguments) throws IOException, InterruptedException {
        Path output = Files.createTempFile("asynq-dying", ".log");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), program.getName()));
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        builder.directory(new File("target"));
        Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != KILLED) {
            process.destroyForcibly();
            throw new IllegalStateException("did not die " + command + ": " + Files.readString(output));
        }
        Files.delete(output);
    }

    /** Ends this process as kill -9 does. */
    public static void die() {
        Runtime.getRuntime().halt(KILLED);
    }
}
