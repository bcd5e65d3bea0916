package io.github.asynqee.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.asynqee.bench.peers.process.Peer;
import io.github.asynqee.bench.peers.process.PeerKind;
import io.github.asynqee.bench.peers.round.Turns;
import io.github.asynqee.bench.process.NativeBuild;
import io.github.asynqee.bench.report.Facts;
import io.github.asynqee.bench.report.Figures;
import io.github.asynqee.bench.report.Measurement;
import io.github.asynqee.bench.report.MeasurementFile;
import io.github.asynqee.bench.report.Report;
import io.github.asynqee.bench.report.Skipped;

/**
 * Measures the connector beside its alternatives for Java teams, and writes a report. {@code
 * docs/contributing/performance-peers.md} has the method and the results. One command builds everything, provisions the
 * server and runs it:
 *
 * <pre>
 * mvn -q -Pbench-peers -DskipTests -pl connector/bench-peers -am package
 * mvn -q -Pbench-peers -DskipTests -pl connector/bench-peers -am package -Dbench.args="--peers jms-disk --rounds 3"
 * </pre>
 *
 * The report is {@code target/bench/report.md} of this module, {@code measurements.csv} beside it. {@link PeerOptions}
 * lists the options.
 */
public final class PeerBench {

    private static final String METHOD = """
            Each job system has its store to itself. Those that wait for the disk, and those that do not, are measured
            one group after the other; in a group all run at the same time and take turns round by round. In `drain`
            the queue is paused, filled by one thread with the system's way for many tasks at once (`enqueued/s`), and
            resumed: `tasks/s` is the number of tasks divided by the time from the start of the first to the start of
            the last one, processor time is counted until the store is empty. The number of tasks is chosen after three
            warm-up rounds so that this takes some seconds. In `one by one` the thread waits for each task. In
            `latency` the application that handles the tasks enqueues them, at concurrency 10, and the time from
            enqueueing to the start of the handler counts. A round counts only if every task, identified by its
            number, was handled exactly once and the store is empty; all others are void and listed. Values are medians
            of the valid rounds, with the lowest and the highest one. `worker` is the application's process, `store`
            that of Redis, broker or database, `cpu` both. Payloads have 100 bytes.
            """;
    private static final List<Integer> CONCURRENCIES = List.of(10, 100);

    private final PeerOptions options;
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();
    private final Map<String, String> facts = Facts.ofThisMachine();

    private PeerBench(PeerOptions options) {
        this.options = options;
    }

    /**
     * Runs and ends this process: with 0, with 1 if nothing could be measured, or with 2 if the options are wrong.
     *
     * @param arguments the options
     */
    public static void main(String[] arguments) {
        int code;
        try {
            code = new PeerBench(PeerOptions.parse(List.of(arguments))).run() ? 0 : 1;
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
            code = 2;
        }
        System.exit(code);
    }

    private boolean run() {
        System.setProperty(NativeBuild.WORK, options.out().resolve("work").toAbsolutePath().toString());
        Versions.add(facts, options.out());
        MeasurementFile file = new MeasurementFile(options.out().resolve("measurements.csv"));
        for (boolean durable : new boolean[]{ false, true }) {
            measure(options.peers().stream().filter(kind -> kind.isDurable() == durable).toList(), file);
        }
        System.out.println("Report: " + options.out().resolve("report.md").toAbsolutePath());
        return measurements.stream().anyMatch(Measurement::isValid);
    }

    private void measure(List<PeerKind> kinds, MeasurementFile file) {
        List<Peer> peers = new ArrayList<>();
        Thread hook = new Thread(() -> peers.forEach(Peer::close), "bench-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            for (PeerKind kind : kinds) {
                try {
                    peers.add(kind.start());
                } catch (RuntimeException e) {
                    skipped.add(new Skipped(kind.title(), "", String.valueOf(e.getMessage())));
                    System.out.println("NOT MEASURED: " + kind.title() + ": " + e);
                }
            }
            Turns turns = new Turns(peers, options.rounds(), options.seconds(), one -> record(one, file));
            for (int concurrency : CONCURRENCIES) {
                turns.measure(concurrency);
                write();
            }
        } finally {
            Runtime.getRuntime().removeShutdownHook(hook);
            peers.forEach(Peer::close);
        }
    }

    private void record(Measurement one, MeasurementFile file) {
        measurements.add(one);
        file.add(one);
        System.out.printf("%s %s | %s %d | %s%s%n", one.workload(), one.setting(), one.subject(), one.round(),
                one.isValid() ? "" : "VOID: " + one.fault() + " | ", one.figures().entrySet().stream()
                        .map(figure -> figure.getKey() + " " + Figures.text(figure.getValue()))
                        .collect(Collectors.joining("  ")));
    }

    private void write() {
        try {
            Files.writeString(options.out().resolve("report.md"),
                    new Report(facts, METHOD, measurements, skipped, List.of(), List.of(), List.of()).markdown()
                            + "\n## Summary\n\n" + new Summary(measurements).markdown());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
