package io.github.asynqee.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.bench.arena.Absence;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.Measurement;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.ceiling.CeilingWorkload;
import io.github.asynqee.bench.process.Baselines;
import io.github.asynqee.bench.process.OlderBuild;
import io.github.asynqee.bench.process.WorkFolder;
import io.github.asynqee.bench.redis.JedisRedisMeter;
import io.github.asynqee.bench.report.Facts;
import io.github.asynqee.bench.report.Figures;
import io.github.asynqee.bench.report.MeasurementFile;
import io.github.asynqee.bench.report.Report;
import io.github.asynqee.bench.server.DeploymentWorkload;
import io.github.asynqee.bench.workload.ActiveWorkload;
import io.github.asynqee.bench.workload.AddedLatencyWorkload;
import io.github.asynqee.bench.workload.BacklogWorkload;
import io.github.asynqee.bench.workload.BesideIdleWorkload;
import io.github.asynqee.bench.workload.DelayQueueWorkload;
import io.github.asynqee.bench.workload.DrainWorkload;
import io.github.asynqee.bench.workload.DueWorkload;
import io.github.asynqee.bench.workload.EnqueueWorkload;
import io.github.asynqee.bench.workload.ForeignTasksWorkload;
import io.github.asynqee.bench.workload.HoardingWorkload;
import io.github.asynqee.bench.workload.IdleCostWorkload;
import io.github.asynqee.bench.workload.IdleLatencyWorkload;
import io.github.asynqee.bench.workload.MixedWorkload;
import io.github.asynqee.bench.workload.OpenLoopWorkload;
import io.github.asynqee.bench.workload.PayloadWorkload;
import io.github.asynqee.bench.workload.PeerScheduleWorkload;
import io.github.asynqee.bench.workload.QueueLatencyWorkload;
import io.github.asynqee.bench.workload.SharedDrainWorkload;
import io.github.asynqee.bench.workload.SleepingWorkload;
import io.github.asynqee.bench.workload.SlowChannelWorkload;
import io.github.asynqee.bench.workload.WeightedWorkload;

/**
 * Measures all contenders side by side and writes a report. One command builds everything, provisions the servers and
 * runs it:
 *
 * <pre>
 * mvn -Pbench -DskipTests -pl connector/bench/harness -am package
 * mvn -Pbench -DskipTests -pl connector/bench/harness -am package -Dbench.args="--workloads drain,enqueue --rounds 3"
 * mvn -Pbench -DskipTests -pl connector/bench/harness -am package -Dbench.before=DIR -Dbench.args="--set fetching"
 * </pre>
 *
 * The report is {@code target/bench/report.md} of this module; {@code measurements.csv} beside it has every figure of
 * every round. With {@code bench.before}, a checkout of another commit that was packaged or a folder with its jars of
 * engine and connector, these are measured in the same run, and the report has columns for before and after; so has
 * {@code before-after.csv}. The options, all of which can be left out:
 *
 * <ul>
 * <li>{@code --set fetching}: a selection for the engine and its older build, in place of other options
 * <li>{@code --rounds 3} or {@code --rounds drain=5,due=1} or {@code --rounds 3,drain=5}: how many rounds each setting of a
 * workload has; where nothing is said {@link Workload#rounds()}
 * <li>{@code --scale 1.0}, or by workload like rounds: what numbers of tasks are multiplied with
 * <li>{@code --workloads enqueue,drain}: only these
 * <li>{@code --settings concurrency=50}: only settings in whose names this regular expression is found, of workloads that
 * have many
 * <li>{@code --contenders core,liberty,wildfly,go}: only these; {@code core-before} and so on are the older builds
 * <li>{@code --out DIR}: where the report goes
 * <li>{@code --java-options "-Xmx1g"}: for the contenders in Java
 * </ul>
 */
public final class Bench {

    private static final String METHOD = """
            All contenders work on the same Redis, which is started anew for each workload and keeps nothing on disk. In
            each setting all of them are started, each warms up with tasks that are not recorded, and then they
            take turns round by round, each with a queue of its own. A queue is paused, filled and let go again;
            `tasks/s` is the number of tasks divided by the time from the start of the first one to the start of the last
            one, or for `enqueue` the time until Redis has confirmed all. A round counts only if every task was handled
            exactly once and nothing is left in Redis; all others are void and listed with the reason. Processor time is
            user and system time of the process, per task: of Redis (`redis-us/task`) and of the contender
            (`worker-us/task`). `commands/task` counts what Redis ran, inside scripts too; `calls/task` counts calls of
            scripts. Values are medians of the valid rounds, with the lowest and the highest of them. In `idle-cost`,
            `queue-latency`, `peer-schedule`, `foreign-tasks` and `hoarding` a contender is started for its turn and stopped
            after it, so that no other one uses Redis meanwhile. "Before" is the same program with an older build of the
            engine, or the same application with one of engine and connector. For `deployment` a
            server is started with each of three applications: one that only answers HTTP requests, the same with a handler
            and an emitter that reactive messaging joins in memory, and the same with them joined to Redis. `deploy-ms` is
            what the server says the deployment took in a Java process just started; `added-ms` is the third less the second
            of the same round, which is what an application that uses reactive messaging already would notice of the
            connector. For one that does not, what the server itself needs for messaging comes to it: the third less the
            first.
            """;

    private final BenchOptions options;
    private final PrintStream console;
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<Absence> absences = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
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
            BenchOptions options = BenchOptions.parse(arguments, List.copyOf(workloads().keySet()),
                    LineUp.kinds());
            return new Bench(options, console).run() ? 0 : 1;
        } catch (IllegalArgumentException e) {
            console.println(e.getMessage());
            return 2;
        }
    }

    /** In the order in which they are done: what leaves most behind in Redis and in contenders comes last. */
    static Map<String, Workload> workloads() {
        Map<String, Workload> workloads = new LinkedHashMap<>();
        Stream.of(
                new EnqueueWorkload(),
                DrainWorkload.defaults(),
                DrainWorkload.tuned(),
                new BesideIdleWorkload(),
                new SharedDrainWorkload(),
                new SlowChannelWorkload(),
                new HoardingWorkload(),
                new ForeignTasksWorkload(),
                new MixedWorkload(),
                new SleepingWorkload(),
                new WeightedWorkload(),
                new PayloadWorkload(),
                new ActiveWorkload(),
                new IdleLatencyWorkload(),
                new OpenLoopWorkload(),
                new DueWorkload(),
                new PeerScheduleWorkload(),
                new QueueLatencyWorkload(),
                new AddedLatencyWorkload(),
                new IdleCostWorkload(),
                new CeilingWorkload(),
                new DelayQueueWorkload(),
                new DeploymentWorkload(),
                new BacklogWorkload())
                .forEach(workload -> workloads.put(workload.name(), workload));
        return workloads;
    }

    private boolean run() {
        Facts facts = Facts.ofThisMachine()
                .with("Open Liberty", System.getProperty("bench.liberty.version", "unknown"))
                .with("WildFly", System.getProperty("bench.wildfly.version", "unknown"));
        if (OlderBuild.folder().isPresent()) {
            facts = facts.with("After", Facts.commit(Path.of("").toAbsolutePath()))
                    .with("Before", Facts.commit(OlderBuild.folder().get()));
        }
        System.getProperties().putIfAbsent(WorkFolder.PROPERTY, options.out().resolve("work").toString());
        Map<String, Workload> workloads = workloads();
        MeasurementFile file = new MeasurementFile(options.out().resolve("measurements.csv"));
        LineUp lineUp = new LineUp(options);
        Thread hook = new Thread(() -> interrupt(lineUp), "bench-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try (lineUp) {
            lineUp.start(this::absent);
            for (String name : plan(workloads)) {
                facts = run(workloads.get(name), lineUp, file, facts);
                write(facts, lineUp.contenders());
            }
        }
        Runtime.getRuntime().removeShutdownHook(hook);
        console.println("Report: " + options.out().resolve("report.md").toAbsolutePath());
        return measurements.stream().anyMatch(Measurement::isValid);
    }

    /** The workloads that contenders of the chosen kinds have a part in. */
    private List<String> plan(Map<String, Workload> workloads) {
        Map<Boolean, List<String>> suiting = options.workloads().stream()
                .collect(Collectors.partitioningBy(name -> workloads.get(name).suits(options.contenders())));
        console.println("Order: " + suiting.get(true).stream()
                .map(name -> name + " (rounds: " + rounds(workloads.get(name)) + ")")
                .collect(Collectors.joining(", ")));
        if (!suiting.get(false).isEmpty()) {
            console.println("Left out, as no contender for them is chosen: " + String.join(", ", suiting.get(false)));
        }
        return suiting.get(true);
    }

    private int rounds(Workload workload) {
        return options.rounds().of(workload.name(), workload.rounds());
    }

    /** A workload that fails must not take with it what others have measured. */
    private Facts run(Workload workload, LineUp lineUp, MeasurementFile file, Facts facts) {
        console.printf("%n== %s%n", workload.name());
        try (JedisRedisMeter redis = JedisRedisMeter.start()) {
            workload.run(new BenchArena(redis, lineUp.contenders(), lineUp::producer, rounds(workload),
                    options.scale().of(workload.name(), 1.0), options.settings(),
                    measurement -> record(measurement, file), this::absent));
            return facts.with("Redis", redis.version());
        } catch (RuntimeException e) {
            e.printStackTrace(console);
            failures.add(workload.name() + " ended early: " + e);
            return facts;
        }
    }

    /** Contenders that are being ended fail, which is none of their faults. */
    private void record(Measurement measurement, MeasurementFile file) {
        if (!interrupted) {
            measurements.add(measurement);
            file.add(measurement);
            console.println(line(measurement));
        }
    }

    private void interrupt(LineUp lineUp) {
        interrupted = true;
        lineUp.close();
    }

    private void absent(Absence absence) {
        absences.add(absence);
        console.printf("%n!!! NOT MEASURED: %s: %s%n", absence.contender(), absence.reason());
    }

    private static String line(Measurement measurement) {
        String figures = measurement.figures().entrySet().stream()
                .map(figure -> figure.getKey() + " " + Figures.text(figure.getValue()))
                .collect(Collectors.joining("  "));
        return "%s %s | %s %d | %s%s".formatted(measurement.workload(), measurement.setting(), measurement.contender(),
                measurement.round(), measurement.isValid() ? "" : "VOID: " + measurement.fault() + " | ", figures);
    }

    private void write(Facts facts, List<Contender> contenders) {
        Set<String> baselines = contenders.stream()
                .filter(Baselines::includes)
                .map(Contender::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        Report report = new Report(facts, METHOD, measurements, absences, failures, baselines);
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
