package io.github.asynqee.bench.peers;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.bench.peers.process.PeerKind;
import io.github.asynqee.bench.report.Figures;
import io.github.asynqee.bench.report.Measurement;

/** The medians of a run as the two tables of {@code docs/contributing/performance-peers.md}. */
record Summary(List<Measurement> measurements) {

    private static final List<Column> COLUMNS = List.of(
            new Column("drain, concurrency 10", "drain", "concurrency=10", "tasks/s"),
            new Column("concurrency 100", "drain", "concurrency=100", "tasks/s"),
            new Column("enqueue many at once", "drain", "concurrency=10", "enqueued/s"),
            new Column("one by one", "one by one", "one thread", "enqueued/s"),
            new Column("idle, p50 / p99, ms", "latency", "idle", "p50-ms", "p99-ms"),
            new Column("500 tasks/s, p50 / p99, ms", "latency", "500 tasks/s", "p50-ms", "p99-ms"),
            new Column("drain, concurrency 100: µs of worker / store", "drain", "concurrency=100", "worker-us/task",
                    "store-us/task"),
            new Column("500 tasks/s: µs of both", "latency", "500 tasks/s", "cpu-us/task"));

    /** Some figures of a setting. */
    private record Column(String title, String workload, String setting, String... figures) {}

    /** One table for the systems that wait for the disk, and one table for the other systems. */
    String markdown() {
        return Stream.of(true, false).map(durable -> "| " + (durable ? "durable" : "not durable") + " | "
                + COLUMNS.stream().map(Column::title).collect(Collectors.joining(" | ")) + " |\n|---|"
                + "--:|".repeat(COLUMNS.size()) + "\n"
                + Stream.of(PeerKind.values()).filter(kind -> kind.isDurable() == durable).map(this::row)
                        .collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
    }

    private String row(PeerKind kind) {
        if (measurements.stream().noneMatch(one -> one.subject().equals(kind.title()))) {
            return "";
        }
        return COLUMNS.stream().map(column -> cell(kind, column))
                .collect(Collectors.joining(" | ", "| " + kind.title() + " | ", " |\n"));
    }

    private String cell(PeerKind kind, Column column) {
        List<Measurement> rounds = measurements.stream().filter(one -> one.subject().equals(kind.title())
                && one.workload().equals(column.workload()) && one.setting().equals(column.setting())).toList();
        long faults = rounds.stream().filter(round -> !round.isValid()).count();
        String medians = Stream.of(column.figures()).map(figure -> median(rounds, figure))
                .collect(Collectors.joining(" / "));
        return faults == 0 ? medians : medians + String.format(Locale.ROOT, ", %d of %d void", faults, rounds.size());
    }

    private static String median(List<Measurement> rounds, String figure) {
        double[] values = rounds.stream().filter(Measurement::isValid)
                .filter(round -> round.figures().containsKey(figure))
                .mapToDouble(round -> round.figures().get(figure)).sorted().toArray();
        return values.length == 0 ? "–"
                : Figures.text((values[(values.length - 1) / 2] + values[values.length / 2]) / 2);
    }
}
