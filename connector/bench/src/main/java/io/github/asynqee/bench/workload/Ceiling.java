package io.github.asynqee.bench.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.github.asynqee.bench.process.NativeBuild;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.redis.RedisMeter;
import io.github.asynqee.bench.report.Measurement;
import io.github.asynqee.bench.report.Skipped;
import io.github.asynqee.bench.round.RoundCheck;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.round.Workload;
import io.github.asynqee.bench.subject.Command;

/**
 * The throughput of Redis with the connector's scripts: a client in C that only calls them, in batches. Built with
 * {@code gcc} and hiredis (Debian: {@code libhiredis-dev}).
 */
final class Ceiling implements Workload {

    static final String SUBJECT = "C client, same scripts";
    private static final String QUEUE = "bench-ceiling";
    private static final int TASKS = 100_000;
    private static final int CONNECTIONS = 4;
    private static final int[] BATCHES = { 32, 128 };
    private static final int LIMIT_MINUTES = 10;

    @Override
    public String name() {
        return "ceiling";
    }

    @Override
    public int rounds() {
        return 5;
    }

    @Override
    public void run(RunContext run) {
        Path work = NativeBuild.work("ceiling");
        try {
            NativeBuild.run(NativeBuild.sources("c"), work.resolve("build.log"), List.of("gcc", "-O2", "-Wall",
                    "-Wextra", "-pthread", "-o", work.resolve("ceiling").toString(), "ceiling.c", "-lhiredis"));
        } catch (IllegalStateException e) {
            run.skipped().accept(new Skipped(SUBJECT, name(),
                    e.getMessage() + "; it needs gcc and hiredis (Debian: gcc, libhiredis-dev)"));
            return;
        }
        for (int batch : BATCHES) {
            // round 0 is the warm-up
            for (int round = 0; round <= run.rounds(); round++) {
                drain(run, work, batch, round);
                enqueue(run, work, batch, round);
            }
        }
        run.redis().clear(QUEUE);
    }

    private void drain(RunContext run, Path work, int batch, int round) {
        String setting = "drain " + batch + " per call";
        if (run.wants(setting)) {
            RedisMeter redis = run.redis();
            redis.clear(QUEUE);
            redis.fill(QUEUE, run.scaled(TASKS), Setting.SIZE);
            List<String> command = command(work, "drain", redis, batch);
            command.add(ScriptTexts.write("dequeue", work).toString());
            command.add(ScriptTexts.write("done", work).toString());
            measure(run, setting, round, command, () -> {
                String left = new Queues(redis, List.of(QUEUE)).leftovers();
                return left.isEmpty() ? "" : "left behind: " + left;
            });
        }
    }

    private void enqueue(RunContext run, Path work, int batch, int round) {
        String setting = "enqueue " + batch + " per call";
        if (run.wants(setting)) {
            RedisMeter redis = run.redis();
            int tasks = run.scaled(TASKS);
            redis.clear(QUEUE);
            List<String> command = command(work, "enqueue", redis, batch);
            command.add(ScriptTexts.write("enqueue", work).toString());
            command.addAll(List.of(String.valueOf(tasks), String.valueOf(Setting.SIZE)));
            measure(run, setting, round, command, () -> RoundCheck.enqueued(redis.pending(QUEUE), tasks));
        }
    }

    private static List<String> command(Path work, String mode, RedisMeter redis, int batch) {
        String[] hostAndPort = redis.address().split(":");
        return new ArrayList<>(List.of(work.resolve("ceiling").toString(), mode, hostAndPort[0], hostAndPort[1], QUEUE,
                String.valueOf(CONNECTIONS), String.valueOf(batch)));
    }

    private void measure(RunContext run, String setting, int round, List<String> command, Supplier<String> fault) {
        int tasks = run.scaled(TASKS);
        long before = run.redis().cpuNanos();
        Command result = Command.parse(output(command));
        long used = run.redis().cpuNanos() - before;
        if (round > 0) {
            double nanos = Double.parseDouble(result.text("nanos"));
            String counted = result.number("tasks") == tasks ? fault.get()
                    : "%s of %d tasks".formatted(result.text("tasks"), tasks);
            run.recorder().accept(new Measurement(name(), setting, SUBJECT, round,
                    Map.of("tasks/s", tasks * 1e9 / nanos, "redis-us/task", used / 1e3 / tasks), counted));
        }
    }

    /** Returns the only line that a program prints. */
    private static String output(List<String> command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.onExit().orTimeout(LIMIT_MINUTES, TimeUnit.MINUTES)
                    .exceptionally(late -> process.destroyForcibly());
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!output.startsWith("tasks=")) {
                throw new IllegalStateException(SUBJECT + " failed: " + output);
            }
            return "result " + output;
        } catch (IOException e) {
            throw new UncheckedIOException(SUBJECT + " cannot be run: " + e.getMessage(), e);
        }
    }
}
