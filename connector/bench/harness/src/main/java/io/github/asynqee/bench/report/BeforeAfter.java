package io.github.asynqee.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

import io.github.asynqee.bench.arena.Before;
import io.github.asynqee.bench.arena.Measurement;

/** A contender beside its older build: medians of the same figures in the same run. */
final class BeforeAfter {

    private static final List<String> HEADINGS = List.of("before", "after", "after / before");

    private BeforeAfter() {}

    /** The contenders that have an older build beside them. */
    private static List<String> pairs(Results results) {
        List<String> all = results.contenders();
        return all.stream().filter(contender -> all.contains(Before.of(contender))).toList();
    }

    /** The tables of a workload, or nothing. */
    static String tables(Results results) {
        StringBuilder text = new StringBuilder();
        for (String contender : pairs(results)) {
            Table table = new Table(contender, HEADINGS);
            each(results, (setting, figure) -> table.row(setting + ", " + figure,
                    List.of(results.cell(Before.of(contender), setting, figure),
                            results.cell(contender, setting, figure),
                            results.ratio(contender, Before.of(contender), setting, figure))));
            text.append("\nBefore and after:\n\n").append(table.markdown());
        }
        return text.toString();
    }

    private static void each(Results results, BiConsumer<String, String> row) {
        for (String setting : results.settings()) {
            for (String figure : results.figures()) {
                row.accept(setting, figure);
            }
        }
    }

    /** All medians as comma-separated values: a line a figure. */
    static List<String> csv(List<Measurement> measurements) {
        List<String> lines = new ArrayList<>();
        lines.add("workload,setting,contender,figure,before,after,ratio");
        for (String workload : measurements.stream().map(Measurement::workload).distinct().toList()) {
            Results results = Results.of(workload, measurements);
            for (String contender : pairs(results)) {
                each(results, (setting, figure) -> lines.add(MeasurementFile.line(workload, setting, contender, figure,
                        median(results, Before.of(contender), setting, figure),
                        median(results, contender, setting, figure),
                        number(results.ratio(contender, Before.of(contender), setting, figure)))));
            }
        }
        return lines;
    }

    /** Without what makes it readable to people. */
    private static String number(String text) {
        return text.equals(Results.NOTHING) ? "" : text.replace(",", "");
    }

    private static String median(Results results, String contender, String setting, String figure) {
        List<Double> values = results.values(contender, setting, figure);
        return values.isEmpty() ? "" : String.valueOf(Figures.median(values));
    }
}
