package io.github.asynqee.internal.metrics;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import io.github.asynqee.internal.statistics.DurationBuckets;

/** The counters, gauges and histograms of one object. All are created by the constructor of their owner. */
final class Meters implements MetricSource {

    private final Bean bean;
    private final Map<Label, String> labels;
    private final Map<NodeMetric, LongSupplier> values = new EnumMap<>(NodeMetric.class);
    private final Map<NodeMetric, LongAdder[]> splits = new EnumMap<>(NodeMetric.class);
    private final Map<NodeMetric, Histogram> histograms = new EnumMap<>(NodeMetric.class);

    /** @param labelValues the values of the bean's labels, in their order */
    Meters(Bean bean, String... labelValues) {
        this.bean = bean;
        Map<Label, String> byLabel = new LinkedHashMap<>();
        for (int i = 0; i < labelValues.length; i++) {
            byLabel.put(bean.labels().get(i), labelValues[i]);
        }
        this.labels = Collections.unmodifiableMap(byLabel);
    }

    LongAdder counter(NodeMetric metric) {
        LongAdder adder = new LongAdder();
        values.put(metric, adder::sum);
        return adder;
    }

    void gauge(NodeMetric metric, LongSupplier value) {
        values.put(metric, value);
    }

    /** One counter for each of {@link NodeMetric#splits()}. */
    LongAdder[] counters(NodeMetric metric) {
        LongAdder[] adders = Stream.generate(LongAdder::new).limit(metric.splits().size()).toArray(LongAdder[]::new);
        splits.put(metric, adders);
        return adders;
    }

    /** Adds one to a counter of {@link #counters}. */
    void add(NodeMetric metric, int split) {
        splits.get(metric)[split].increment();
    }

    Histogram addHistogram(NodeMetric metric) {
        return addHistogram(metric, null);
    }

    /** @param statistics also counts the values; {@code null} if none are recorded */
    Histogram addHistogram(NodeMetric metric, DurationBuckets statistics) {
        Histogram histogram = new Histogram(metric, statistics);
        histograms.put(metric, histogram);
        return histogram;
    }

    @Override
    public Bean bean() {
        return bean;
    }

    @Override
    public Map<Label, String> labels() {
        return labels;
    }

    @Override
    public long value(NodeMetric metric) {
        return values.get(metric).getAsLong();
    }

    @Override
    public Map<String, Long> split(NodeMetric metric) {
        List<String> names = metric.splits();
        LongAdder[] adders = splits.get(metric);
        Map<String, Long> split = new LinkedHashMap<>();
        for (int i = 0; i < adders.length; i++) {
            split.put(names.get(i), adders[i].sum());
        }
        return split;
    }

    @Override
    public Histogram histogram(NodeMetric metric) {
        return histograms.get(metric);
    }
}
