package io.github.asynqee.internal.metrics;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleConsumer;

import io.github.asynqee.internal.statistics.DurationBuckets;

/**
 * A distribution of values in fixed buckets. Durations are recorded in nanoseconds and read in seconds. Recording
 * allocates nothing and takes no lock. Thread-safe.
 */
public final class Histogram {

    private static final double NANOS = 1e9;

    private final double[] bounds;
    /** The bounds in the unit of {@link #record}. */
    private final long[] limits;
    /** Unit of {@link #record} per unit of the metric. */
    private final double scale;
    private final LongAdder[] counts;
    private final LongAdder sum = new LongAdder();
    /** Also counts the values; {@code null} if none are recorded. */
    private final DurationBuckets statistics;
    private volatile DoubleConsumer listener;

    Histogram(NodeMetric metric) {
        this(metric, null);
    }

    Histogram(NodeMetric metric, DurationBuckets statistics) {
        this.statistics = statistics;
        bounds = metric.bounds();
        scale = metric.unit().equals("s") ? NANOS : 1;
        limits = new long[bounds.length];
        counts = new LongAdder[bounds.length + 1];
        for (int i = 0; i < bounds.length; i++) {
            limits[i] = Math.round(bounds[i] * scale);
        }
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    /**
     * Records a value.
     *
     * @param value a duration in nanoseconds, or a size; a negative value counts as 0
     */
    public void record(long value) {
        long positive = Math.max(0, value);
        counts[bucket(positive)].increment();
        sum.add(positive);
        if (statistics != null) {
            statistics.count(value);
        }
        DoubleConsumer current = listener;
        if (current != null) {
            current.accept(positive / scale);
        }
    }

    /** The first bucket whose bound is not below the value. */
    private int bucket(long value) {
        int bucket = 0;
        while (bucket < limits.length && value > limits[bucket]) {
            bucket++;
        }
        return bucket;
    }

    /**
     * Sets the only listener, which receives each further value in the unit of the metric.
     *
     * @param receiver called on the recording thread; {@code null} for none
     */
    public void listener(DoubleConsumer receiver) {
        listener = receiver;
    }

    /** @return the distribution of all values so far */
    public Distribution read() {
        long[] read = new long[counts.length];
        for (int i = 0; i < read.length; i++) {
            read[i] = counts[i].sum();
        }
        return new Distribution(bounds, read, sum.sum() / scale);
    }
}
