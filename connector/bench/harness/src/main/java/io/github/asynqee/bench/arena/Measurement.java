package io.github.asynqee.bench.arena;

import java.util.Map;
import java.util.TreeMap;

/**
 * What one round of a workload gave.
 *
 * @param workload its name, for example {@code drain}
 * @param setting what is varied, for example {@code concurrency=50}
 * @param contender who was measured
 * @param round from 1
 * @param figures by their names, which end with the unit: {@code tasks/s}, {@code redis-us/task}, {@code worker-us/task},
 *        {@code commands/task}, {@code p50-ms} …
 * @param fault why the round does not count, or empty: tasks that were lost, duplicated or left behind
 */
public record Measurement(String workload, String setting, String contender, int round, Map<String, Double> figures,
        String fault) {

    /** Copies the figures. */
    public Measurement {
        figures = new TreeMap<>(figures);
    }

    /** @return whether it counts */
    public boolean isValid() {
        return fault.isEmpty();
    }
}
