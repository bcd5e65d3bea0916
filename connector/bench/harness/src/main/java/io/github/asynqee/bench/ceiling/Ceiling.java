package io.github.asynqee.bench.ceiling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.process.NativeBuild;

/**
 * A client in C that calls the connector's scripts in batches and does nothing else: what it reaches is what Redis gives.
 * Built with {@code gcc} against hiredis (Debian: {@code libhiredis-dev}) when it is needed.
 */
final class Ceiling {

    static final String NAME = "C client, same scripts";
    private static final int LIMIT_MINUTES = 10;

    private final Path program;
    private final Path scripts;

    /**
     * What a run gave.
     *
     * @param tasks how many tasks Redis said it had stored or deleted
     * @param nanos how long that took
     */
    record Result(long tasks, long nanos) {

        double perSecond() {
            return tasks * 1e9 / nanos;
        }
    }

    private Ceiling(Path program, Path scripts) {
        this.program = program;
        this.scripts = scripts;
    }

    /**
     * Builds it.
     *
     * @param work a folder for what is built and for logs
     * @return the program
     * @throws IllegalStateException if it cannot be built: then it is not measured, and the message says why
     */
    static Ceiling build(Path work) {
        Path program = work.resolve("ceiling");
        try {
            NativeBuild.run(NativeBuild.sources("c"), work.resolve("build-ceiling.log"),
                    List.of("gcc", "-O2", "-Wall", "-Wextra", "-pthread", "-o", program.toString(), "ceiling.c",
                            "-lhiredis"));
        } catch (IllegalStateException e) {
            throw new IllegalStateException(
                    e.getMessage() + "; it needs gcc and hiredis (Debian: gcc, libhiredis-dev)", e);
        }
        return new Ceiling(program, work.resolve("lua"));
    }

    /** Takes and deletes all tasks of a queue. */
    Result drain(RedisMeter redis, String queue, int connections, int batch) {
        return run("drain", redis, queue, connections, batch, List.of("dequeue", "done"), List.of());
    }

    /** Stores tasks in a queue. */
    Result enqueue(RedisMeter redis, String queue, int connections, int batch, int tasks, int size) {
        return run("enqueue", redis, queue, connections, batch, List.of("enqueue"),
                List.of(String.valueOf(tasks), String.valueOf(size)));
    }

    private Result run(String mode, RedisMeter redis, String queue, int connections, int batch, List<String> names,
            List<String> more) {
        String[] hostAndPort = redis.address().split(":");
        List<String> command = new ArrayList<>(List.of(program.toString(), mode, hostAndPort[0], hostAndPort[1], queue,
                String.valueOf(connections), String.valueOf(batch)));
        names.forEach(name -> command.add(ScriptTexts.write(name, scripts).toString()));
        command.addAll(more);
        String output = output(command).strip();
        if (!output.startsWith("tasks=")) {
            throw new IllegalStateException(NAME + " failed: " + output);
        }
        Order result = Order.parse(mode + " " + output);
        return new Result(result.number("tasks"), result.number("nanos"));
    }

    private static String output(List<String> command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.onExit().orTimeout(LIMIT_MINUTES, TimeUnit.MINUTES)
                    .exceptionally(late -> process.destroyForcibly());
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(NAME + " cannot be run: " + e.getMessage(), e);
        }
    }
}
