package io.github.asynqee.metrics;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.github.asynqee.internal.metrics.Label;
import io.github.asynqee.internal.metrics.NodeMetric;

/**
 * The Prometheus names of all metrics, with their labels. Names of queue metrics are declared; names of node metrics
 * are translated by Prometheus and the OpenTelemetry collector.
 */
final class DeclaredMetrics {

    /** Prometheus adds these to each metric. */
    private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance");

    private DeclaredMetrics() {}

    static Map<String, Set<String>> all() {
        Map<String, Set<String>> metrics = new TreeMap<>();
        for (QueueMetric metric : QueueMetric.values()) {
            metrics.put(metric.metricName(), with(OF_PROMETHEUS, metric.labels().stream()));
        }
        for (NodeMetric metric : NodeMetric.values()) {
            Set<String> labels = with(OF_PROMETHEUS, Stream.concat(Label.common().stream(), metric.labels().stream())
                    .map(label -> translated(label.attribute())));
            String name = translated(metric.instrument()) + (metric.unit().equals("s") ? "_seconds" : "");
            switch (metric.kind()) {
                case COUNTER -> metrics.put(name + "_total", labels);
                case GAUGE -> metrics.put(name, labels);
                case HISTOGRAM -> {
                    metrics.put(name + "_bucket", with(labels, Stream.of("le")));
                    List.of("_sum", "_count").forEach(suffix -> metrics.put(name + suffix, labels));
                }
            }
        }
        return metrics;
    }

    private static String translated(String name) {
        return name.replace('.', '_');
    }

    private static Set<String> with(Set<String> some, Stream<String> more) {
        Set<String> all = new HashSet<>(some);
        more.forEach(all::add);
        return all;
    }
}
