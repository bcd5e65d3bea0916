package io.github.asynqee.bench;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * The options of a run; {@link Bench} describes them.
 *
 * @param rounds the number of rounds by workload; the entry {@link #OTHERS} applies to all other workloads; absent for
 *        the default
 * @param scale the factor for numbers of tasks, by workload like the rounds
 * @param workloads the workloads to run
 * @param settings a pattern: only settings whose names contain a match run
 * @param subjects the kinds of subjects to measure
 * @param out the folder for the report
 * @param javaOptions options of the Java of subjects
 */
record BenchOptions(Map<String, Integer> rounds, Map<String, Double> scale, List<String> workloads, Pattern settings,
        List<String> subjects, Path out, List<String> javaOptions) {

    private static final String OTHERS = "";
    private static final List<String> NAMES = List.of("--set", "--rounds", "--scale", "--workloads", "--settings",
            "--subjects", "--out", "--java-options");
    /**
     * Reads the command line.
     *
     * @param arguments options with their values; a later value replaces an earlier one
     * @param workloads all workloads
     * @param kinds all kinds of subjects
     * @throws IllegalArgumentException if an option is invalid; the message contains the allowed values
     */
    static BenchOptions parse(List<String> arguments, List<String> workloads, List<String> kinds) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < arguments.size(); i += 2) {
            String option = arguments.get(i);
            if (!NAMES.contains(option)) {
                throw new IllegalArgumentException(
                        "unknown option " + option + "; allowed are " + String.join(", ", NAMES));
            }
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException(option + " needs a value");
            }
            String value = arguments.get(i + 1);
            if (option.equals("--set")) {
                chosen(option, value, Sets.names());
                values.putAll(Sets.options(value));
                values.put("--subjects", String.join(",", kinds.stream()
                        .filter(kind -> Sets.includes(value, kind)).toList()));
            } else {
                values.put(option, value);
            }
        }
        return of(values, workloads, kinds);
    }

    private static BenchOptions of(Map<String, String> values, List<String> workloads, List<String> kinds) {
        return new BenchOptions(
                byWorkload("--rounds", values, workloads, BenchOptions::parseRounds),
                byWorkload("--scale", values, workloads, BenchOptions::parseScale),
                values.containsKey("--workloads") ? chosen("--workloads", values.get("--workloads"), workloads)
                        : workloads,
                settings(values.getOrDefault("--settings", "")),
                values.containsKey("--subjects") ? chosen("--subjects", values.get("--subjects"), kinds) : kinds,
                Path.of(values.getOrDefault("--out", "target/bench")),
                Stream.of(values.getOrDefault("--java-options", "").split(" +")).filter(it -> !it.isEmpty()).toList());
    }

    /** The number of rounds of a workload. */
    int rounds(String workload, int defaultValue) {
        return rounds.getOrDefault(workload, rounds.getOrDefault(OTHERS, defaultValue));
    }

    /** The scale of a workload. */
    double scale(String workload) {
        return scale.getOrDefault(workload, scale.getOrDefault(OTHERS, 1.0));
    }

    /** Reads {@code 3}, {@code drain=5} or {@code 3,drain=5,mixed=1}. */
    private static <T> Map<String, T> byWorkload(String option, Map<String, String> values, List<String> workloads,
            Function<String, T> number) {
        Map<String, T> result = new LinkedHashMap<>();
        for (String part : values.containsKey(option) ? values.get(option).split(",") : new String[0]) {
            int sign = part.indexOf('=');
            String workload = sign < 0 ? OTHERS : chosen(option, part.substring(0, sign), workloads).get(0);
            result.put(workload, number.apply(part.substring(sign + 1)));
        }
        return result;
    }

    private static int parseRounds(String value) {
        if (value.matches("[1-9]\\d{0,3}")) {
            return Integer.parseInt(value);
        }
        throw new IllegalArgumentException("--rounds is a whole number from 1 to 9999, not " + value);
    }

    private static double parseScale(String value) {
        double scale = value.matches("\\d+(\\.\\d+)?|\\.\\d+") ? Double.parseDouble(value) : 0;
        if (scale > 0 && scale <= 100) {
            return scale;
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

    /** The chosen values, in the order of all values. */
    private static List<String> chosen(String option, String value, List<String> all) {
        List<String> wanted = List.of(value.split(","));
        for (String name : wanted) {
            if (!all.contains(name)) {
                throw new IllegalArgumentException(
                        option + " has no \"" + name + "\"; allowed are " + String.join(",", all));
            }
        }
        return all.stream().filter(wanted::contains).toList();
    }
}
