package io.github.asynqee.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import io.github.asynqee.inspect.Inspector;
import io.prometheus.metrics.model.registry.MetricType;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/**
 * Exports {@link QueueMetrics} to a registry of Prometheus' Java library. The application must provide the library
 * {@code io.prometheus:prometheus-metrics-model}, 1.8 or later. Other parts of the connector do not need it.
 *
 * <pre>{@code registry.register(new QueueCollector(inspector));}</pre>
 *
 * <p>A scrape reads from Redis. It does not fail if Redis fails. Thread-safe.
 */
// uses deprecated methods, because the library does not detect name conflicts with their replacements
@SuppressWarnings("deprecation")
public final class QueueCollector implements MultiCollector {

    private final QueueMetrics metrics;

    /**
     * @param inspector reads from Redis; the caller closes it
     * @throws IllegalStateException if the library is older than 1.8 and rejects the names of asynq's gauges
     */
    public QueueCollector(Inspector inspector) {
        this.metrics = new QueueMetrics(inspector);
        try {
            new MetricMetadata(QueueMetric.TASKS.metricName());
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("prometheus-metrics-model 1.8 or later is needed: an older one refuses "
                    + "gauges with asynq's names", e);
        }
    }

    @Override
    public MetricSnapshots collect() {
        return collect(name -> true);
    }

    @Override
    public MetricSnapshots collect(Predicate<String> includedNames) {
        return new MetricSnapshots(metrics.collect().stream()
                .filter(family -> includedNames.test(family.metric().metricName())
                        || includedNames.test(name(family.metric())))
                .map(QueueCollector::snapshot).toList());
    }

    private static MetricSnapshot snapshot(MetricFamily family) {
        QueueMetric metric = family.metric();
        if (metric.type() == QueueMetric.Type.COUNTER) {
            CounterSnapshot.Builder counter = CounterSnapshot.builder().name(metric.metricName()).help(metric.help());
            family.samples().forEach(sample -> counter.dataPoint(CounterDataPointSnapshot.builder()
                    .labels(Labels.of(metric.labels(), sample.labels())).value(sample.value()).build()));
            return counter.build();
        }
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(metric.metricName()).help(metric.help());
        family.samples().forEach(sample -> gauge.dataPoint(GaugeDataPointSnapshot.builder()
                .labels(Labels.of(metric.labels(), sample.labels())).value(sample.value()).build()));
        return gauge.build();
    }

    @Override
    public List<String> getPrometheusNames() {
        return Arrays.stream(QueueMetric.values()).map(QueueCollector::name).toList();
    }

    /** Returns the name of a metric in the library, which omits the suffix of counters. */
    private static String name(QueueMetric metric) {
        return metric.type() == QueueMetric.Type.COUNTER ? metric.metricName().replaceAll("_total$", "")
                : metric.metricName();
    }

    @Override
    public MetricType getMetricType(String name) {
        return metric(name).type() == QueueMetric.Type.COUNTER ? MetricType.COUNTER : MetricType.GAUGE;
    }

    @Override
    public Set<String> getLabelNames(String name) {
        return Set.copyOf(metric(name).labels());
    }

    @Override
    public MetricMetadata getMetadata(String name) {
        QueueMetric metric = metric(name);
        return new MetricMetadata(metric.metricName(), metric.help());
    }

    private static QueueMetric metric(String name) {
        return Arrays.stream(QueueMetric.values()).filter(metric -> name(metric).equals(name)).findAny()
                .orElseThrow(() -> new IllegalArgumentException("not a metric of queues: " + name));
    }
}
