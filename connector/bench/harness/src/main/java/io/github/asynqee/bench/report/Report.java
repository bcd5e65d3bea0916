package io.github.asynqee.bench.report;

import java.util.List;
import java.util.Set;

import io.github.asynqee.bench.arena.Absence;
import io.github.asynqee.bench.arena.Measurement;

/**
 * What a run gave, to be read by people.
 *
 * @param facts where it took place
 * @param method how it was done
 * @param measurements all of them, in the order in which they were made
 * @param absences who was not measured
 * @param failures which workloads ended early, and why
 * @param baselines whom the others are compared with, by their names in reports
 */
public record Report(Facts facts, String method, List<Measurement> measurements, List<Absence> absences,
        List<String> failures, Set<String> baselines) {

    /** @return the report as Markdown */
    public String markdown() {
        StringBuilder text = new StringBuilder("# Benchmark\n\n");
        facts.values().forEach((name, value) -> text.append("* ").append(name).append(": ").append(value).append('\n'));
        text.append('\n').append(method.strip()).append('\n');
        if (!absences.isEmpty()) {
            text.append("\n**Not measured**\n\n");
            absences.forEach(absence -> text.append("* ").append(absence.contender()).append(": ")
                    .append(oneLine(absence.reason())).append('\n'));
        }
        if (!failures.isEmpty()) {
            text.append("\n**Failures**\n\n");
            failures.forEach(failure -> text.append("* ").append(oneLine(failure)).append('\n'));
        }
        measurements.stream()
                .map(Measurement::workload)
                .distinct()
                .forEach(workload -> text.append(section(workload)));
        return text.toString();
    }

    /** @return the medians of contenders and their older builds, as lines of comma-separated values below a headline */
    public List<String> comparison() {
        return BeforeAfter.csv(measurements);
    }

    private String section(String workload) {
        Results results = Results.of(workload, measurements);
        StringBuilder text = new StringBuilder("\n## ").append(workload).append('\n');
        boolean first = true;
        for (String figure : results.figures()) {
            text.append('\n').append(table(results, figure, first ? concerning(workload) : List.of()));
            first = false;
        }
        if (results.figures().isEmpty()) {
            text.append("\nNo round counts.\n");
        }
        if (!results.faults().isEmpty()) {
            text.append("\nVoid rounds:\n\n");
            results.faults().forEach(fault -> text.append("* ").append(oneLine(fault)).append('\n'));
        }
        text.append(BeforeAfter.tables(results));
        baselines.stream()
                .filter(results.contenders()::contains)
                .forEach(baseline -> text.append(ratios(results, baseline)));
        return text.toString();
    }

    private List<Absence> concerning(String workload) {
        return absences.stream().filter(absence -> absence.concerns(workload)).toList();
    }

    private static String table(Results results, String figure, List<Absence> absences) {
        Table table = new Table(figure, results.settings());
        for (String contender : results.contenders()) {
            table.row(contender,
                    results.settings().stream().map(setting -> results.cell(contender, setting, figure)).toList());
        }
        absences.forEach(absence -> table.row(absence.contender(),
                List.of("not measured: " + oneLine(absence.reason()))));
        return table.markdown();
    }

    private static String ratios(Results results, String baseline) {
        Table table = new Table("contender, figure", results.settings());
        for (String contender : results.contenders()) {
            if (!contender.equals(baseline)) {
                results.figures().stream()
                        .filter(figure -> results.areComparable(contender, baseline, figure))
                        .forEach(figure -> table.row(contender + ", " + figure, results.settings().stream()
                                .map(setting -> results.ratio(contender, baseline, setting, figure))
                                .toList()));
            }
        }
        return table.isEmpty() ? "" : "\nMedians divided by those of " + baseline + ":\n\n" + table.markdown();
    }

    /** Line breaks and bars would end a cell. */
    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ").replace("|", "\\|");
    }
}
