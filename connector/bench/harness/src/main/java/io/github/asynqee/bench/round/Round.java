package io.github.asynqee.bench.round;

import java.util.Map;
import java.util.TreeMap;

import io.github.asynqee.bench.arena.Measurement;

/**
 * What a contender did in its turn.
 *
 * @param figures by their names, as in {@link Measurement}
 * @param fault why the round does not count, or empty
 */
public record Round(Map<String, Double> figures, String fault) {

    /** Copies the figures. */
    public Round {
        figures = new TreeMap<>(figures);
    }

    /**
     * A round that could not be ended.
     *
     * @param why what prevented it
     * @return a round without figures, with what the exception says as its fault
     */
    public static Round failed(RuntimeException why) {
        return new Round(Map.of(), why.getMessage() == null ? why.toString() : why.getMessage());
    }

    /**
     * Adds figures.
     *
     * @param more by their names; they take the place of those of the same name
     * @return the round with them
     */
    public Round with(Map<String, Double> more) {
        Map<String, Double> all = new TreeMap<>(figures);
        all.putAll(more);
        return new Round(all, fault);
    }

    /** @return whether it counts */
    public boolean isValid() {
        return fault.isEmpty();
    }
}
