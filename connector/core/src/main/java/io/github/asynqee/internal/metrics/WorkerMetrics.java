package io.github.asynqee.internal.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

import io.github.asynqee.internal.statistics.WorkerStatistics;

/** The metrics of a worker. Thread-safe. */
public final class WorkerMetrics {

    /** The channel name under which tasks without a channel are counted. */
    public static final String NO_CHANNEL = "none";

    private final Meters meters = new Meters(Bean.WORKER);
    private final Histogram fetchSize = meters.addHistogram(NodeMetric.FETCH_SIZE);
    private final LongAdder fetchesEmpty = meters.counter(NodeMetric.FETCHES_EMPTY);
    private final Histogram settleSize = meters.addHistogram(NodeMetric.SETTLE_SIZE);
    private final LongAdder leasesExtended = meters.counter(NodeMetric.LEASES_EXTENDED);
    private final LongAdder leasesLost = meters.counter(NodeMetric.LEASES_LOST);
    private final LongAdder recoveries = meters.counter(NodeMetric.RECOVERIES);
    private final LongAdder eventsDropped = meters.counter(NodeMetric.EVENTS_DROPPED);
    private final ChannelMetrics unrouted = new ChannelMetrics(NO_CHANNEL);
    private final List<ChannelMetrics> channels;

    /**
     * Creates the metrics of a worker.
     *
     * @param inFlight number of deliveries that the worker holds
     * @param waitingOutcomes number of outcomes not written yet
     * @param channels the metrics of its channels
     * @param statistics receives the statistics of all channels, {@code null} for none
     */
    public WorkerMetrics(LongSupplier inFlight, LongSupplier waitingOutcomes, List<ChannelMetrics> channels,
            WorkerStatistics statistics) {
        meters.gauge(NodeMetric.IN_FLIGHT, inFlight);
        meters.gauge(NodeMetric.OUTCOMES_WAITING, waitingOutcomes);
        this.channels = new ArrayList<>(channels);
        this.channels.add(unrouted);
        this.channels.forEach(channel -> channel.recordIn(statistics));
    }

    /** @return the metrics of tasks that no channel handles */
    public ChannelMetrics unrouted() {
        return unrouted;
    }

    /**
     * A fetch ended.
     *
     * @param tasks number of tasks that it found
     */
    public void fetched(int tasks) {
        if (tasks == 0) {
            fetchesEmpty.increment();
        } else {
            fetchSize.record(tasks);
        }
    }

    /**
     * Outcomes were written in one batch.
     *
     * @param outcomes their number
     */
    public void written(int outcomes) {
        settleSize.record(outcomes);
    }

    /**
     * Leases were extended.
     *
     * @param leases their number
     */
    public void leasesExtended(int leases) {
        leasesExtended.add(leases);
    }

    /** A lease was lost. */
    public void leaseLost() {
        leasesLost.increment();
    }

    /** A task of a dead worker was recovered. */
    public void recovered() {
        recoveries.increment();
    }

    /** An event was dropped. */
    public void eventDropped() {
        eventsDropped.increment();
    }

    MetricSource source() {
        return meters;
    }

    List<ChannelMetrics> channels() {
        return channels;
    }
}
