package io.github.asynqee.bench;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a contender did in its turn.
 *
 * @param figures by their names, as in {@link Measurement}
 * @param fault why the round does not count, or empty
 */
record Round(Map<String, Double> figures, String fault) {

    Round {
        figures = new TreeMap<>(figures);
    }

    /** A round that could not be ended. */
    static Round failed(RuntimeException why) {
        return new Round(Map.of(), why.getMessage() == null ? why.toString() : why.getMessage());
    }

    /** The same round with figures more. */
    Round with(Map<String, Double> more) {
        Map<String, Double> all = new TreeMap<>(figures);
        all.putAll(more);
        return new Round(all, fault);
    }

    boolean isValid() {
        return fault.isEmpty();
    }
}
