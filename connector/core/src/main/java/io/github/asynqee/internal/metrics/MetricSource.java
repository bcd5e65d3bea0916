package io.github.asynqee.internal.metrics;

import java.util.Map;

/** An object that has metrics: the values of one {@link Bean}. Thread-safe. */
public interface MetricSource {

    /** @return the kind of object */
    Bean bean();

    /** @return the values of {@link Bean#labels()}, in that order */
    Map<Label, String> labels();

    /**
     * A counter or gauge.
     *
     * @param metric a metric of the bean that is neither a histogram nor split by a label
     * @return the current value
     */
    long value(NodeMetric metric);

    /**
     * The counters of a metric that is split by a label.
     *
     * @param metric a metric of the bean with {@link NodeMetric#splitBy()}
     * @return value of the label to counter, in the order of {@link NodeMetric#splits()}
     */
    Map<String, Long> split(NodeMetric metric);

    /**
     * A histogram.
     *
     * @param metric a histogram of the bean
     * @return the histogram
     */
    Histogram histogram(NodeMetric metric);
}
