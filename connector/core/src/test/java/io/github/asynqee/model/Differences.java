package io.github.asynqee.model;

import java.util.EnumMap;
import java.util.Map;

/** Counts how often each {@link Difference} was met. */
final class Differences {

    private final Map<Difference, Integer> counts = new EnumMap<>(Difference.class);

    void met(Difference difference) {
        counts.merge(difference, 1, Integer::sum);
    }

    void add(Differences others) {
        others.counts.forEach((difference, count) -> counts.merge(difference, count, Integer::sum));
    }

    Map<Difference, Integer> counts() {
        return counts;
    }
}
