package io.github.asynqee.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The goal for the median of a figure.
 *
 * @param workload the workload
 * @param setting the beginning of the name of the setting
 * @param figure the figure
 * @param least the minimum
 * @param relativeTo the beginning of the name of another setting: if set, {@code least} is a factor of the figure of
 *        this setting; or empty
 */
public record Goal(String workload, String setting, String figure, double least, String relativeTo) {

    /** The result of each subject, on one line; empty if the settings were not measured. */
    Optional<String> reached(Results results, List<String> baselines) {
        Optional<String> measured = find(results, setting);
        Optional<String> base = relativeTo.isEmpty() ? Optional.empty() : find(results, relativeTo);
        if (measured.isEmpty() || base.isEmpty() != relativeTo.isEmpty()) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        for (String subject : results.subjects()) {
            OptionalDouble value = value(results, subject, measured.get(), base);
            if (value.isPresent() && !baselines.contains(subject)) {
                parts.add("%s %s (%s)".formatted(subject, Figures.text(value.getAsDouble()),
                        value.getAsDouble() >= least ? "reached" : "missed"));
            }
        }
        String goal = "%s, %s at least %s%s: ".formatted(setting, figure, Figures.text(least),
                relativeTo.isEmpty() ? "" : " × that of " + relativeTo);
        return parts.isEmpty() ? Optional.empty() : Optional.of(goal + String.join(", ", parts));
    }

    private OptionalDouble value(Results results, String subject, String measured, Optional<String> base) {
        OptionalDouble value = results.median(subject, measured, figure);
        if (base.isEmpty() || value.isEmpty()) {
            return value;
        }
        OptionalDouble other = results.median(subject, base.get(), figure);
        return other.isPresent() ? OptionalDouble.of(value.getAsDouble() / other.getAsDouble()) : other;
    }

    private static Optional<String> find(Results results, String beginning) {
        return results.settings().stream().filter(name -> name.startsWith(beginning)).findFirst();
    }
}
