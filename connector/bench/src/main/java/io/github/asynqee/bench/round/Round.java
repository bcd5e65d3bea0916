package io.github.asynqee.bench.round;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of a round.
 *
 * @param figures the figures, by name
 * @param fault why the round is void, or empty
 */
public record Round(Map<String, Double> figures, String fault) {

    public Round {
        figures = new TreeMap<>(figures);
    }

    /** A round that ended with an exception. */
    public static Round failed(RuntimeException reason) {
        return new Round(Map.of(), reason.getMessage() == null ? reason.toString() : reason.getMessage());
    }

    /** The round with more figures; they replace figures of the same name. */
    public Round with(Map<String, Double> more) {
        Map<String, Double> all = new TreeMap<>(figures);
        all.putAll(more);
        return new Round(all, fault);
    }

    /** The round; void for this reason if the condition is true, unless it is already void. */
    public Round voidIf(boolean condition, String reason) {
        return isValid() && condition ? new Round(figures, reason) : this;
    }

    /** The warm-up of this round was void. */
    public static Round afterVoidWarmUp(Round warmUp) {
        return new Round(warmUp.figures, "warm-up: " + warmUp.fault);
    }

    public boolean isValid() {
        return fault.isEmpty();
    }

    /** The start latencies of a summary in milliseconds: {@code p50-ms} and so on. */
    public static Map<String, Double> latencies(Map<String, Long> summary) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String name : List.of("p50", "p95", "p99", "max")) {
            if (summary.containsKey(name)) {
                figures.put(name + "-ms", summary.get(name) / 1e6);
            }
        }
        return figures;
    }
}
