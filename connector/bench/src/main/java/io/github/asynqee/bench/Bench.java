package io.github.asynqee.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.asynqee.bench.process.NativeBuild;
import io.github.asynqee.bench.process.OlderBuild;
import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.process.Subjects;
import io.github.asynqee.bench.redis.RedisMeter;
import io.github.asynqee.bench.report.Facts;
import io.github.asynqee.bench.report.Figures;
import io.github.asynqee.bench.report.Goal;
import io.github.asynqee.bench.report.Measurement;
import io.github.asynqee.bench.report.MeasurementFile;
import io.github.asynqee.bench.report.Report;
import io.github.asynqee.bench.report.Skipped;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Workload;
import io.github.asynqee.bench.workload.Workloads;

/**
 * Measures all subjects side by side and writes a report. One command builds everything, provisions the servers and
 * runs it:
 *
 * <pre>
 * mvn -q -Pbench -DskipTests -pl connector/bench -am package
 * mvn -q -Pbench -DskipTests -pl connector/bench -am package -Dbench.args="--set standard"
 * mvn -q -Pbench -DskipTests -pl connector/bench -am package -Dbench.args="--workloads drain,enqueue --rounds 3"
 * mvn -q -Pbench -DskipTests -pl connector/bench -am package -Dbench.before=DIR -Dbench.args="--set fetching"
 * </pre>
 *
 * The report is {@code target/bench/report.md} of this module; {@code measurements.csv} beside it has every figure of
 * every round. With {@code bench.before}, a packaged checkout of another commit or a folder with its jars of engine and
 * connector, the older build is measured in the same run; the report and {@code before-after.csv} then have columns for
 * before and after. Options, all optional:
 *
 * <ul>
 * <li>{@code --set standard}, {@code users}, {@code shards}, {@code sure}, {@code flow} or {@code fetching}: a
 * selection of workloads, settings and rounds; later options change it. {@code standard} measures throughput and
 * latency beside Go asynq; {@code users} kinds of Redis, payloads, channels and memory; {@code shards} a queue on
 * several Redis; {@code sure} the cost of transactions, confirmations, traces and calls on servers; {@code flow} the
 * cost of limits by key and of queues found by a pattern; {@code fetching} how the engine and its older build find
 * tasks
 * <li>{@code --rounds 3}, {@code --rounds drain=5,due=1} or {@code --rounds 3,drain=5}: the number of rounds of each
 * setting
 * <li>{@code --scale 1.0}, or by workload like rounds: a factor for numbers of tasks
 * <li>{@code --workloads enqueue,drain}: only these workloads
 * <li>{@code --settings concurrency=50}: only settings whose names contain a match of this regular expression
 * <li>{@code --subjects core,liberty,wildfly,go}: only these subjects; {@code core-before} and so on are the older
 * builds
 * <li>{@code --out DIR}: the folder for the report
 * <li>{@code --java-options "-Xmx1g"}: for subjects in Java
 * </ul>
 */
public final class Bench {

    private static final String METHOD = """
            All subjects use the same Redis, which is restarted for each workload and does not persist; `redis-drain`,
            `redis-enqueue` and `shards` start one of each kind that they name. In each setting all subjects are
            started. Each has rounds that are not recorded until its processor time per task has not become smaller by
            5 % within five rounds, for at most 30 rounds or 15 s. Then they take turns round by round, each on its own
            queue. Where a queue is drained or filled as fast as possible, a round has as many tasks as the
            subject handles in about 1.5 s, up to a limit. A queue is paused, filled and resumed; `tasks/s` is the
            number of tasks divided by the time from the start of the first to the start of the last one, or for
            `enqueue` the time until Redis has confirmed all. A round counts only if every task was handled exactly
            once and Redis is empty afterwards; all other rounds are void and listed with the reason. Processor time is
            user and system time, per task: of Redis (`redis-us/task`; the sum of all masters, without replicas) and of
            the subject (`worker-us/task`).
            `commands/task` counts the commands that Redis ran, including those inside scripts; `calls/task` counts
            calls of scripts. Values are medians of the valid rounds, with the lowest and the highest one. In
            `idle-cost`, `pattern-idle`, `queue-latency`, `peer-schedule`, `foreign-tasks` and `waiting` a subject is
            started for each round and stopped after it, so that no other subject uses Redis. With `redis=1ms-away` a proxy in the
            process of the harness holds back all bytes for half a millisecond in each direction; its processor time
            is counted nowhere. In `shards` each master is limited to a share of a core by a control group, and
            `redis-share-%` is how much of that it used. `redis-bytes/task` is the growth of Redis' memory,
            `heap-bytes/task` that of the subject's heap after a garbage collection. In `sending`, eight threads send each
            task in its own JTA transaction, and `inbox` has the handler in one; the database is an H2 in the memory of
            the subject. `tasks/s` of `sending` and `durability` counts until all tasks are in Redis, `sent/s` until the
            senders know. `durability` has a Redis with a replica and `appendfsync everysec`. `tracing` sends and handles at
            once; with `telemetry=on` all spans and metrics are exported to a receiver in the process of the harness. In
            `calls` eight threads wait for the end of each task: by a call, or until its handler in the same process was
            called. In `keys` each task has one of 10,000 keys in a header, which take turns in the queue, or follow each
            other with `blocks-of`; at most `limit` tasks of a key run, and with `limit=fair` the keys share the lanes. In
            `pattern` the tasks are spread over queues which one channel finds by `queues=<name>-*`; in `pattern-idle` these
            are empty. "Before" is the same program or application with an
            older build of engine and connector.
            """;

    private static final String RATE = "tasks/s";
    private static final List<Goal> GOALS = List.of(
            new Goal("redis-drain", "redis=aof-everysec", RATE, 0.9, "redis=plain"),
            new Goal("redis-drain", "redis=tls", RATE, 0.8, "redis=plain"),
            new Goal("redis-drain", "redis=1ms-away", RATE, 40_000, ""),
            new Goal("shards", "masters=4", RATE, 3.4, "masters=1"),
            new Goal("keys", "sleep=0ms limit=1000", RATE, 0.8, "sleep=0ms limit=none"),
            new Goal("keys", "sleep=0ms limit=2", RATE, 0.8, "sleep=0ms limit=none"),
            new Goal("keys", "sleep=0ms limit=fair", RATE, 0.8, "sleep=0ms limit=none"),
            new Goal("keys", "sleep=20ms limit=1000", RATE, 0.8, "sleep=20ms limit=none"),
            new Goal("keys", "sleep=20ms limit=2", RATE, 0.8, "sleep=20ms limit=none"),
            new Goal("keys", "sleep=20ms limit=fair", RATE, 0.8, "sleep=20ms limit=none"),
            new Goal("pattern", "queues=10000 ", RATE, 0.8, "queues=100 "));

    private final BenchOptions options;
    private final PrintStream console;
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final Map<String, String> facts = Facts.ofThisMachine();
    private volatile boolean interrupted;

    private Bench(BenchOptions options, PrintStream console) {
        this.options = options;
        this.console = console;
    }

    /**
     * Runs and ends this process: with 0, with 1 if nothing could be measured, or with 2 if the options are wrong.
     *
     * @param arguments the options
     */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out));
    }

    static int run(List<String> arguments, PrintStream console) {
        try {
            BenchOptions options = BenchOptions.parse(arguments, List.copyOf(Workloads.all().keySet()),
                    Subjects.kinds());
            return new Bench(options, console).run() ? 0 : 1;
        } catch (IllegalArgumentException e) {
            console.println(e.getMessage());
            return 2;
        }
    }

    private boolean run() {
        OlderBuild.folder().ifPresent(folder -> facts.put("Commit before", Facts.commit(folder)));
        System.getProperties().putIfAbsent(NativeBuild.WORK, options.out().resolve("work").toString());
        MeasurementFile file = new MeasurementFile(options.out().resolve("measurements.csv"));
        Subjects subjects = new Subjects(options.subjects(), options.javaOptions());
        Thread hook = new Thread(() -> interrupt(subjects), "bench-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try (subjects) {
            subjects.start((name, reason) -> skip(new Skipped(name, "", reason)));
            for (String name : options.workloads()) {
                run(Workloads.all().get(name), subjects, file);
                write(subjects.all());
            }
        }
        Runtime.getRuntime().removeShutdownHook(hook);
        console.println("Report: " + options.out().resolve("report.md").toAbsolutePath());
        return measurements.stream().anyMatch(Measurement::isValid);
    }

    /** The failure of a workload does not affect the others. */
    private void run(Workload workload, Subjects subjects, MeasurementFile file) {
        int rounds = options.rounds(workload.name(), workload.rounds());
        console.printf("%n== %s (rounds: %d)%n", workload.name(), rounds);
        try (RedisMeter redis = RedisMeter.start()) {
            facts.put("Redis", redis.version());
            workload.run(new RunContext(redis, subjects.all(), subjects::producer, rounds,
                    options.scale(workload.name()), options.settings(), measurement -> record(measurement, file),
                    this::skip));
        } catch (RuntimeException e) {
            e.printStackTrace(console);
            failures.add(workload.name() + " ended early: " + e);
        }
    }

    /** Records a measurement. Failures of subjects that are being ended are not results. */
    private void record(Measurement measurement, MeasurementFile file) {
        if (!interrupted) {
            measurements.add(measurement);
            file.add(measurement);
            String figures = measurement.figures().entrySet().stream()
                    .map(figure -> figure.getKey() + " " + Figures.text(figure.getValue()))
                    .collect(Collectors.joining("  "));
            console.printf("%s %s | %s %d | %s%s%n", measurement.workload(), measurement.setting(),
                    measurement.subject(), measurement.round(),
                    measurement.isValid() ? "" : "VOID: " + measurement.fault() + " | ", figures);
        }
    }

    private void interrupt(Subjects subjects) {
        interrupted = true;
        subjects.close();
    }

    private void skip(Skipped one) {
        skipped.add(one);
        console.printf("%n!!! NOT MEASURED: %s: %s%n", one.subject(), one.reason());
    }

    private void write(List<Subject> subjects) {
        List<String> baselines = subjects.stream().filter(Subjects::isBaseline).map(Subject::name).toList();
        Report report = new Report(facts, METHOD, measurements, skipped, failures, baselines, GOALS);
        try {
            Files.writeString(options.out().resolve("report.md"), report.markdown());
            if (OlderBuild.folder().isPresent()) {
                Files.write(options.out().resolve("before-after.csv"), report.comparison());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
