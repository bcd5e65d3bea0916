package io.github.asynqee.metrics;

import java.util.List;

/**
 * All values of one metric at one moment.
 *
 * @param metric the metric
 * @param samples its values, sorted by their labels; at least one
 */
public record MetricFamily(QueueMetric metric, List<Sample> samples) {

    /** Copies the list. */
    public MetricFamily {
        samples = List.copyOf(samples);
    }

    /**
     * One value.
     *
     * @param labels the values of {@link QueueMetric#labels()}, in that order
     * @param value the value
     */
    public record Sample(List<String> labels, double value) {

        /** Copies the list. */
        public Sample {
            labels = List.copyOf(labels);
        }
    }
}
