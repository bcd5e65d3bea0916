package io.github.asynqee.messaging.internal.metrics;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;

import io.github.asynqee.internal.metrics.Label;
import io.github.asynqee.internal.metrics.MetricSource;
import io.github.asynqee.internal.metrics.NodeMetric;
import io.github.asynqee.internal.metrics.NodeMetrics;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import org.jspecify.annotations.Nullable;

/**
 * An OpenTelemetry instrument for each {@link NodeMetric}. Counters and gauges are read when the SDK collects; the values
 * of histograms are recorded as they occur.
 */
final class OpenTelemetryInstruments implements Instruments {

    private static final Logger LOG = System.getLogger(OpenTelemetryInstruments.class.getName());
    private static final String SCOPE = "io.github.asynqee";

    private final List<Series> observed = new CopyOnWriteArrayList<>();
    private final Map<NodeMetric, DoubleHistogram> histograms = new EnumMap<>(NodeMetric.class);
    private final List<AutoCloseable> callbacks = new ArrayList<>();

    /** An object that has metrics, and its attributes. */
    private record Series(MetricSource source, Map<Label, String> common) {

        Attributes attributes(NodeMetric metric) {
            AttributesBuilder attributes = Attributes.builder().put("messaging.system", "asynq");
            common.forEach((label, value) -> attributes.put(label.attribute(), value));
            source.labels().forEach((label, value) -> attributes.put(label.attribute(), value));
            if (metric.operation() != null) {
                attributes.put("messaging.operation.name", metric.operation());
            }
            return attributes.build();
        }
    }

    OpenTelemetryInstruments(Meter meter) {
        Arrays.stream(NodeMetric.values()).forEach(metric -> create(meter, metric));
    }

    /** The instruments of the application's bean; {@code null} if it has none. */
    static @Nullable OpenTelemetryInstruments find() {
        Instance<OpenTelemetry> bean = CDI.current().select(OpenTelemetry.class);
        return bean.isResolvable() ? new OpenTelemetryInstruments(bean.get().getMeter(SCOPE)) : null;
    }

    private void create(Meter meter, NodeMetric metric) {
        switch (metric.kind()) {
            case COUNTER -> callbacks.add(meter.counterBuilder(metric.instrument()).setUnit(metric.unit())
                    .setDescription(metric.description()).buildWithCallback(values -> observe(metric, values)));
            case GAUGE -> callbacks.add(meter.gaugeBuilder(metric.instrument()).ofLongs().setUnit(metric.unit())
                    .setDescription(metric.description()).buildWithCallback(values -> observe(metric, values)));
            default -> histograms.put(metric, meter.histogramBuilder(metric.instrument()).setUnit(metric.unit())
                    .setDescription(metric.description())
                    .setExplicitBucketBoundariesAdvice(Arrays.stream(metric.bounds()).boxed().toList()).build());
        }
    }

    private void observe(NodeMetric metric, ObservableLongMeasurement values) {
        for (Series series : observed) {
            if (series.source().bean() != metric.bean()) {
                continue;
            }
            Attributes attributes = series.attributes(metric);
            if (metric.splitBy() == null) {
                values.record(series.source().value(metric), attributes);
            } else {
                series.source().split(metric).forEach((name, value) -> values.record(value,
                        attributes.toBuilder().put(metric.splitBy().attribute(), name).build()));
            }
        }
    }

    @Override
    public NodeMetrics.Exporter exporter(Map<Label, String> common) {
        return new NodeMetrics.Exporter() {
            @Override
            public void added(MetricSource source) {
                Series series = new Series(source, common);
                observed.add(series);
                histogramsOf(source).forEach(metric -> {
                    Attributes attributes = series.attributes(metric);
                    DoubleHistogram histogram = Objects.requireNonNull(histograms.get(metric), metric::instrument);
                    source.histogram(metric).listener(value -> histogram.record(value, attributes));
                });
            }

            @Override
            public void removed(MetricSource source) {
                histogramsOf(source).forEach(metric -> source.histogram(metric).listener(null));
                observed.removeIf(series -> series.source() == source);
            }
        };
    }

    private static List<NodeMetric> histogramsOf(MetricSource source) {
        return NodeMetric.of(source.bean()).stream().filter(metric -> metric.kind() == NodeMetric.Kind.HISTOGRAM)
                .toList();
    }

    @Override
    public void close() {
        for (AutoCloseable callback : callbacks) {
            try {
                callback.close();
            } catch (Exception | Error e) {
                LOG.log(Level.WARNING, "asynq: an OpenTelemetry instrument cannot be closed", e);
            }
        }
    }
}
