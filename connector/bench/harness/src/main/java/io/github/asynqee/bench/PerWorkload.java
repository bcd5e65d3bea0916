package io.github.asynqee.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A number that may be another one for some workloads.
 *
 * @param <T> the kind of number
 * @param others for all workloads without one of their own, or {@code null}: then each has its usual one
 * @param own by the names of workloads
 */
record PerWorkload<T extends Number>(T others, Map<String, T> own) {

    PerWorkload {
        own = new LinkedHashMap<>(own);
    }

    /** Each workload has its usual one. */
    static <T extends Number> PerWorkload<T> usual() {
        return new PerWorkload<>(null, Map.of());
    }

    /**
     * Reads the value of an option: {@code 3}, {@code drain=5} or {@code 3,drain=5,mixed=1}.
     *
     * @param option its name, for messages
     * @param value the value
     * @param workloads those there are
     * @param number reads a number
     * @throws IllegalArgumentException if there is no such workload, or the number is refused
     */
    static <T extends Number> PerWorkload<T> parse(String option, String value, List<String> workloads,
            Function<String, T> number) {
        T others = null;
        Map<String, T> own = new LinkedHashMap<>();
        for (String part : value.split(",")) {
            int sign = part.indexOf('=');
            if (sign < 0) {
                others = number.apply(part);
            } else if (workloads.contains(part.substring(0, sign))) {
                own.put(part.substring(0, sign), number.apply(part.substring(sign + 1)));
            } else {
                throw new IllegalArgumentException(option + " has no workload \"" + part.substring(0, sign)
                        + "\"; allowed are " + String.join(",", workloads));
            }
        }
        return new PerWorkload<>(others, own);
    }

    /** That of a workload. */
    T of(String workload, T usual) {
        T number = own.getOrDefault(workload, others);
        return number == null ? usual : number;
    }
}
