package io.github.asynqee.internal.metrics;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

import io.github.asynqee.internal.statistics.TypeStatistics;

/** The metrics of tasks of one type that a channel received from one queue. Thread-safe. */
public final class TaskMetrics {

    private final Meters meters;
    private final LongAdder consumed;
    private final Histogram queueWait;
    private final Histogram processDuration;
    private final LongAdder[] outcomes;
    /** {@code null} if none are recorded. */
    private final TypeStatistics statistics;

    TaskMetrics(String channel, String queue, String type, TypeStatistics statistics) {
        this.statistics = statistics;
        meters = new Meters(Bean.TASK_TYPE, channel, queue, type);
        consumed = meters.counter(NodeMetric.CONSUMED);
        queueWait = meters.addHistogram(NodeMetric.QUEUE_WAIT, statistics == null ? null : statistics.waiting());
        processDuration = meters.addHistogram(NodeMetric.PROCESS_DURATION,
                statistics == null ? null : statistics.running());
        outcomes = meters.counters(NodeMetric.OUTCOMES);
    }

    /** A task was fetched. */
    void consumed() {
        consumed.increment();
    }

    /**
     * A handler started.
     *
     * @param queueWaitNanos time since the task became pending, in nanoseconds
     */
    public void waited(long queueWaitNanos) {
        queueWait.record(queueWaitNanos);
    }

    /**
     * The outcome of a handler was chosen.
     *
     * @param duration time since the start of the handler
     */
    public void processed(Duration duration) {
        processDuration.record(duration.toNanos());
    }

    /**
     * An attempt ended.
     *
     * @param outcome how it ended
     */
    public void ended(OutcomeKind outcome) {
        outcomes[outcome.ordinal()].increment();
    }

    /**
     * An outcome was written that counts as processed.
     *
     * @param failure whether it was a failure
     */
    public void counted(boolean failure) {
        if (statistics != null) {
            statistics.ended(failure);
        }
    }

    MetricSource source() {
        return meters;
    }
}
