package io.github.asynqee.server.faults;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.faults.app.Effects;

/** A worker of stock Go asynq, built from {@code go/faults} by the profile {@code faults}, that handles the queue {@code shared}. */
final class GoWorker implements AutoCloseable {

    private static final String PROGRAM = "faults.worker";

    private final String redis;
    private final String effects;
    private Process process;

    GoWorker(String redis, String effects) {
        this.redis = redis;
        this.effects = effects;
    }

    void start() throws IOException {
        Path program = Path.of(System.getProperty(PROGRAM, ""));
        if (!Files.isExecutable(program)) {
            throw new IllegalStateException("The system property " + PROGRAM + " names no program: \"" + program
                    + "\". The Maven profile faults builds it; it needs Go 1.24 or later.");
        }
        File log = ServerUnderTest.workFile("faults-go.log").toFile();
        process = new ProcessBuilder(program.toString(), redis, effects, Effects.COUNT).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log)).start();
    }

    List<Fault> faults() {
        return List.of(new Fault("kill -9 of Go", this::kill));
    }

    private String kill(Random random) throws IOException, InterruptedException {
        process.destroyForcibly().waitFor();
        String pause = Fault.last(random, 1, 3_000);
        start();
        return pause;
    }

    /** Ends it in order; its tasks have ended. */
    @Override
    public void close() {
        if (process == null) {
            return;
        }
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new UncheckedIOException(new IOException("the Go worker did not stop within 30 s"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
