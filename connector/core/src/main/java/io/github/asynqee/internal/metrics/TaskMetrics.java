package io.github.asynqee.internal.metrics;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** The metrics of tasks of one type that a channel received from one queue. Thread-safe. */
public final class TaskMetrics {

    private final Meters meters;
    private final LongAdder consumed;
    private final Histogram queueWait;
    private final Histogram processDuration;
    private final LongAdder[] outcomes;

    TaskMetrics(String channel, String queue, String type) {
        meters = new Meters(Bean.TASK_TYPE, channel, queue, type);
        consumed = meters.counter(NodeMetric.CONSUMED);
        queueWait = meters.addHistogram(NodeMetric.QUEUE_WAIT);
        processDuration = meters.addHistogram(NodeMetric.PROCESS_DURATION);
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

    MetricSource source() {
        return meters;
    }
}
