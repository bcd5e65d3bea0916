package io.github.asynqee.bench.report;

import java.util.Comparator;
import java.util.List;

import io.github.asynqee.bench.arena.Measurement;

/** The measurements of one workload. */
record Results(List<Measurement> measurements) {

    static final String NOTHING = "–";

    static Results of(String workload, List<Measurement> all) {
        return new Results(all.stream().filter(measurement -> measurement.workload().equals(workload)).toList());
    }

    List<String> settings() {
        return measurements.stream().map(Measurement::setting).distinct().toList();
    }

    List<String> contenders() {
        return measurements.stream().map(Measurement::contender).distinct().toList();
    }

    /** Those of valid rounds, throughput first. */
    List<String> figures() {
        return measurements.stream()
                .filter(Measurement::isValid)
                .flatMap(measurement -> measurement.figures().keySet().stream())
                .distinct()
                .sorted(Comparator.comparing((String figure) -> !figure.equals("tasks/s"))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** What is wrong with each void round. */
    List<String> faults() {
        return measurements.stream()
                .filter(measurement -> !measurement.isValid())
                .map(measurement -> measurement.contender() + ", " + measurement.setting() + ", round "
                        + measurement.round() + ": " + measurement.fault())
                .toList();
    }

    /** Median and range of the valid rounds, and how many are void. */
    String cell(String contender, String setting, String figure) {
        List<Measurement> rounds = rounds(contender, setting);
        List<Double> values = values(contender, setting, figure);
        long faults = rounds.stream().filter(round -> !round.isValid()).count();
        if (faults == 0) {
            return values.isEmpty() ? NOTHING : Figures.range(values);
        }
        String invalid = faults + " of " + rounds.size() + " void";
        return values.isEmpty() ? invalid : Figures.range(values) + ", " + invalid;
    }

    boolean areComparable(String contender, String baseline, String figure) {
        return settings().stream().anyMatch(setting -> !values(contender, setting, figure).isEmpty()
                && !values(baseline, setting, figure).isEmpty());
    }

    String ratio(String contender, String baseline, String setting, String figure) {
        List<Double> values = values(contender, setting, figure);
        List<Double> others = values(baseline, setting, figure);
        if (values.isEmpty() || others.isEmpty() || Figures.median(others) == 0) {
            return NOTHING;
        }
        return Figures.text(Figures.median(values) / Figures.median(others));
    }

    private List<Measurement> rounds(String contender, String setting) {
        return measurements.stream()
                .filter(round -> round.contender().equals(contender) && round.setting().equals(setting))
                .toList();
    }

    /** Those of the valid rounds. */
    List<Double> values(String contender, String setting, String figure) {
        return rounds(contender, setting).stream()
                .filter(Measurement::isValid)
                .filter(round -> round.figures().containsKey(figure))
                .map(round -> round.figures().get(figure))
                .toList();
    }
}
