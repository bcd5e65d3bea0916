package io.github.asynqee.bench.report;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/** The measurements of one workload. */
record Results(List<Measurement> measurements) {

    static final String NOTHING = "–";

    static Results of(String workload, List<Measurement> all) {
        return new Results(all.stream().filter(measurement -> measurement.workload().equals(workload)).toList());
    }

    List<String> settings() {
        return measurements.stream().map(Measurement::setting).distinct().toList();
    }

    List<String> subjects() {
        return measurements.stream().map(Measurement::subject).distinct().toList();
    }

    /** The number of rounds of each setting, including void rounds. */
    int rounds() {
        return measurements.stream().mapToInt(Measurement::round).max().orElse(0);
    }

    /** The figures of valid rounds, throughput first. */
    List<String> figures() {
        return measurements.stream()
                .filter(Measurement::isValid)
                .flatMap(measurement -> measurement.figures().keySet().stream())
                .distinct()
                .sorted(Comparator.comparing((String figure) -> !figure.equals("tasks/s"))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** The faults of void rounds. */
    List<String> faults() {
        return measurements.stream()
                .filter(measurement -> !measurement.isValid())
                .map(measurement -> measurement.subject() + ", " + measurement.setting() + ", round "
                        + measurement.round() + ": " + measurement.fault())
                .toList();
    }

    /** Median and range of the valid rounds, and the number of void rounds. */
    String cell(String subject, String setting, String figure) {
        List<Measurement> rounds = rounds(subject, setting);
        List<Double> values = values(subject, setting, figure);
        long faults = rounds.stream().filter(round -> !round.isValid()).count();
        if (faults == 0) {
            return values.isEmpty() ? NOTHING : Figures.range(values);
        }
        String invalid = faults + " of " + rounds.size() + " void";
        return values.isEmpty() ? invalid : Figures.range(values) + ", " + invalid;
    }

    OptionalDouble median(String subject, String setting, String figure) {
        List<Double> values = values(subject, setting, figure);
        return values.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Figures.median(values));
    }

    String ratio(String subject, String baseline, String setting, String figure) {
        OptionalDouble value = median(subject, setting, figure);
        OptionalDouble other = median(baseline, setting, figure);
        if (value.isEmpty() || other.isEmpty() || other.getAsDouble() == 0) {
            return NOTHING;
        }
        return Figures.text(value.getAsDouble() / other.getAsDouble());
    }

    private List<Measurement> rounds(String subject, String setting) {
        return measurements.stream()
                .filter(round -> round.subject().equals(subject) && round.setting().equals(setting))
                .toList();
    }

    private List<Double> values(String subject, String setting, String figure) {
        return rounds(subject, setting).stream()
                .filter(Measurement::isValid)
                .filter(round -> round.figures().containsKey(figure))
                .map(round -> round.figures().get(figure))
                .toList();
    }
}
