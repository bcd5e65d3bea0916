package io.github.asynqee.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The report of a run.
 *
 * @param facts machine and versions
 * @param method the method of measurement
 * @param measurements all rounds, in their order
 * @param skipped settings that were not measured
 * @param failures the workloads that ended early, and why
 * @param baselines the subjects with which the others are compared
 * @param goals the goals for medians
 */
public record Report(Map<String, String> facts, String method, List<Measurement> measurements, List<Skipped> skipped,
        List<String> failures, List<String> baselines, List<Goal> goals) {

    /** The end of the name of a subject that runs an older build. */
    public static final String BEFORE = ", before";
    private static final List<String> BEFORE_AFTER = List.of("before", "after", "after / before");

    /** The report as Markdown. */
    public String markdown() {
        StringBuilder text = new StringBuilder("# Benchmark\n\n");
        facts.forEach((name, value) -> text.append("* ").append(name).append(": ").append(value).append('\n'));
        text.append('\n').append(method.strip()).append('\n');
        list(text, "\n**NOT MEASURED**\n\n", skipped.stream().map(one -> one.subject() + ": " + one.reason()).toList());
        list(text, "\n**Failures**\n\n", failures);
        measurements.stream().map(Measurement::workload).distinct().forEach(workload -> section(text, workload));
        return text.toString();
    }

    private static void list(StringBuilder text, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append(title);
            lines.forEach(line -> text.append("* ").append(oneLine(line)).append('\n'));
        }
    }

    private void section(StringBuilder text, String workload) {
        Results results = Results.of(workload, measurements);
        text.append("\n## ").append(workload).append("\n\nRounds: ").append(results.rounds()).append('\n');
        for (String figure : results.figures()) {
            List<String> rows = new ArrayList<>();
            for (String subject : results.subjects()) {
                rows.add(row(subject, results.settings().stream()
                        .map(setting -> results.cell(subject, setting, figure)).toList()));
            }
            if (figure.equals(results.figures().get(0))) {
                skipped.stream().filter(one -> one.concerns(workload)).forEach(one -> rows.add(
                        row(one.subject(), List.of("NOT MEASURED: " + oneLine(one.reason())))));
            }
            table(text, figure, results.settings(), rows);
        }
        if (results.figures().isEmpty()) {
            text.append("\nNo round is valid.\n");
        }
        list(text, "\nVoid rounds:\n\n", results.faults());
        list(text, "\nGoals:\n\n", goals.stream().filter(goal -> goal.workload().equals(workload))
                .flatMap(goal -> goal.reached(results, baselines).stream()).toList());
        for (String subject : pairs(results)) {
            text.append("\nBefore and after:\n");
            table(text, subject, BEFORE_AFTER, beforeAfter(results, subject));
        }
        baselines.stream().filter(results.subjects()::contains).forEach(baseline -> ratios(text, results, baseline));
    }

    private static String row(String name, List<String> cells) {
        return "| " + name + " | " + String.join(" | ", cells) + " |";
    }

    private static void table(StringBuilder text, String corner, List<String> columns, List<String> rows) {
        text.append('\n').append(row(corner, columns)).append("\n|---|").append("--:|".repeat(columns.size()))
                .append('\n');
        rows.forEach(row -> text.append(row).append('\n'));
    }

    private static void ratios(StringBuilder text, Results results, String baseline) {
        List<String> rows = new ArrayList<>();
        for (String subject : results.subjects()) {
            for (String figure : subject.equals(baseline) ? List.<String>of() : results.figures()) {
                List<String> cells = results.settings().stream()
                        .map(setting -> results.ratio(subject, baseline, setting, figure)).toList();
                if (cells.stream().anyMatch(cell -> !cell.equals(Results.NOTHING))) {
                    rows.add(row(subject + ", " + figure, cells));
                }
            }
        }
        if (!rows.isEmpty()) {
            text.append("\nMedians divided by the medians of ").append(baseline).append(":\n");
            table(text, "subject, figure", results.settings(), rows);
        }
    }

    /** The subjects that were also measured with an older build. */
    private static List<String> pairs(Results results) {
        return results.subjects().stream().filter(name -> results.subjects().contains(name + BEFORE)).toList();
    }

    private static List<String> beforeAfter(Results results, String subject) {
        List<String> rows = new ArrayList<>();
        for (String setting : results.settings()) {
            for (String figure : results.figures()) {
                rows.add(row(setting + ", " + figure, List.of(results.cell(subject + BEFORE, setting, figure),
                        results.cell(subject, setting, figure),
                        results.ratio(subject, subject + BEFORE, setting, figure))));
            }
        }
        return rows;
    }

    /** The medians of subjects and their older builds, as lines of comma-separated values. */
    public List<String> comparison() {
        List<String> lines = new ArrayList<>();
        lines.add("workload,setting,subject,figure,before,after,ratio");
        for (String workload : measurements.stream().map(Measurement::workload).distinct().toList()) {
            Results results = Results.of(workload, measurements);
            for (String subject : pairs(results)) {
                for (String setting : results.settings()) {
                    for (String figure : results.figures()) {
                        String ratio = results.ratio(subject, subject + BEFORE, setting, figure);
                        lines.add(MeasurementFile.line(workload, setting, subject, figure,
                                number(results.median(subject + BEFORE, setting, figure)),
                                number(results.median(subject, setting, figure)),
                                ratio.equals(Results.NOTHING) ? "" : ratio.replace(",", "")));
                    }
                }
            }
        }
        return lines;
    }

    private static String number(OptionalDouble median) {
        return median.isPresent() ? String.valueOf(median.getAsDouble()) : "";
    }

    /** Replaces line breaks and bars, which would end a cell. */
    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ").replace("|", "\\|");
    }
}
