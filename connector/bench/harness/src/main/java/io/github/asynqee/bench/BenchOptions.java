package io.github.asynqee.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * How a run was asked for.
 *
 * @param rounds how many rounds each setting of a workload has
 * @param scale what the numbers of tasks of a workload are multiplied with
 * @param workloads which workloads, by name
 * @param settings which of their settings: those in whose names this is found
 * @param contenders which kinds of contenders, by name
 * @param out where the report goes
 * @param javaOptions options for Java, of contenders in Java
 */
record BenchOptions(PerWorkload<Integer> rounds, PerWorkload<Double> scale, List<String> workloads, Pattern settings,
        List<String> contenders, Path out, List<String> javaOptions) {

    private static final List<String> NAMES = List.of("--set", "--rounds", "--scale", "--workloads", "--settings",
            "--contenders", "--out", "--java-options");

    /**
     * Reads the command line.
     *
     * @param arguments options with their values; the last one of several counts. A set stands for others, that count as
     *        if they stood in its place
     * @param workloads the workloads there are
     * @param contenders the kinds of contenders there are
     * @throws IllegalArgumentException if something is not allowed; the message says what is
     */
    static BenchOptions parse(List<String> arguments, List<String> workloads, List<String> contenders) {
        BenchOptions options = new BenchOptions(PerWorkload.usual(), PerWorkload.usual(), workloads,
                Pattern.compile(""), contenders, Path.of("target", "bench"), List.of());
        for (int i = 0; i < arguments.size(); i += 2) {
            String option = arguments.get(i);
            if (!NAMES.contains(option)) {
                throw new IllegalArgumentException(
                        "there is no option " + option + "; allowed are " + String.join(", ", NAMES));
            }
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException(option + " needs a value");
            }
            options = options.with(option, arguments.get(i + 1), workloads, contenders);
        }
        return options;
    }

    private BenchOptions withSet(String name, List<String> workloads, List<String> contenders) {
        List<String> chosen = BenchSets.options(name, contenders);
        BenchOptions options = this;
        for (int i = 0; i < chosen.size(); i += 2) {
            options = options.with(chosen.get(i), chosen.get(i + 1), workloads, contenders);
        }
        return options;
    }

    private BenchOptions with(String option, String value, List<String> allWorkloads, List<String> allContenders) {
        return switch (option) {
            case "--set" -> withSet(value, allWorkloads, allContenders);
            case "--rounds" ->
                new BenchOptions(PerWorkload.parse(option, value, allWorkloads, BenchOptions::rounds), scale, workloads,
                        settings, contenders, out, javaOptions);
            case "--scale" ->
                new BenchOptions(rounds, PerWorkload.parse(option, value, allWorkloads, BenchOptions::scale), workloads,
                        settings, contenders, out, javaOptions);
            case "--workloads" -> new BenchOptions(rounds, scale, chosen(option, value, allWorkloads), settings,
                    contenders, out, javaOptions);
            case "--settings" -> new BenchOptions(rounds, scale, workloads, settings(value), contenders, out,
                    javaOptions);
            case "--contenders" -> new BenchOptions(rounds, scale, workloads, settings,
                    chosen(option, value, allContenders), out, javaOptions);
            case "--out" ->
                new BenchOptions(rounds, scale, workloads, settings, contenders, Path.of(value), javaOptions);
            default -> new BenchOptions(rounds, scale, workloads, settings, contenders, out,
                    Stream.of(value.split(" +")).filter(word -> !word.isEmpty()).toList());
        };
    }

    private static int rounds(String value) {
        if (value.matches("[1-9]\\d{0,3}")) {
            return Integer.parseInt(value);
        }
        throw new IllegalArgumentException("--rounds is a whole number from 1 to 9999, not " + value);
    }

    private static double scale(String value) {
        if (value.matches("\\d+(\\.\\d+)?|\\.\\d+")) {
            double scale = Double.parseDouble(value);
            if (scale > 0 && scale <= 100) {
                return scale;
            }
        }
        throw new IllegalArgumentException("--scale is a number above 0 and up to 100, for example 0.1, not " + value);
    }

    private static Pattern settings(String value) {
        try {
            return Pattern.compile(value);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("--settings is a regular expression, not " + value + ": "
                    + e.getDescription(), e);
        }
    }

    /** In the order in which they are offered. */
    private static List<String> chosen(String option, String value, List<String> offered) {
        List<String> wanted = List.of(value.split(","));
        for (String name : wanted) {
            if (!offered.contains(name)) {
                throw new IllegalArgumentException(
                        option + " has no \"" + name + "\"; allowed are " + String.join(",", offered));
            }
        }
        return offered.stream().filter(wanted::contains).toList();
    }
}
