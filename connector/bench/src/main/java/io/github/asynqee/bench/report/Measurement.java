package io.github.asynqee.bench.report;

import java.util.Map;
import java.util.TreeMap;

/**
 * One round of a workload.
 *
 * @param workload its name, for example {@code drain}
 * @param setting the varied parameter, for example {@code concurrency=50}
 * @param subject the measured subject
 * @param round from 1
 * @param figures the figures, by name; each name ends with the unit: {@code tasks/s}, {@code redis-us/task}, {@code
 *        p50-ms} …
 * @param fault why the round is void, or empty
 */
public record Measurement(String workload, String setting, String subject, int round, Map<String, Double> figures,
        String fault) {

    /** Copies the figures. */
    public Measurement {
        figures = new TreeMap<>(figures);
    }

    /** Whether the round counts. */
    public boolean isValid() {
        return fault.isEmpty();
    }
}
