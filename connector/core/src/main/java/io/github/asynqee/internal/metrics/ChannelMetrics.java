package io.github.asynqee.internal.metrics;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import io.github.asynqee.internal.statistics.TypeStatistics;
import io.github.asynqee.internal.statistics.WorkerStatistics;

/** The metrics of a channel and of the task types it received. Thread-safe. */
public final class ChannelMetrics {

    private final String channel;
    /** Queue to type to metrics. The queues of a channel are configured, so their number is bounded. */
    private final Map<String, BoundedMap<OfType>> types = new ConcurrentHashMap<>();
    private final List<MetricSource> sources = new CopyOnWriteArrayList<>();
    private final LongAdder postponed;
    private final AttemptMetrics attempts;
    private Consumer<MetricSource> onNew = source -> {};
    private volatile WorkerStatistics statistics;

    /** The metrics of tasks of one type that a channel received from one queue. Thread-safe. */
    public static final class OfType {

        private final Meters meters;
        private final LongAdder consumed;
        private final Histogram queueWait;
        private final Histogram processDuration;
        private final LongAdder[] outcomes;
        private final AttemptMetrics attempts;
        /** {@code null} if none are recorded. */
        private final TypeStatistics statistics;

        OfType(String channel, String queue, String type, TypeStatistics statistics, AttemptMetrics attempts) {
            this.statistics = statistics;
            this.attempts = attempts;
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

        /** @return the counters of the channel's attempts */
        public AttemptMetrics attempts() {
            return attempts;
        }

        MetricSource source() {
            return meters;
        }
    }

    /**
     * Creates the metrics of a channel.
     *
     * @param channel its name
     * @param busy number of lanes that run a task
     * @param free number of lanes that wait for a task
     * @param prefetched number of tasks held until a lane is free
     */
    public ChannelMetrics(String channel, LongSupplier busy, LongSupplier free, LongSupplier prefetched) {
        this.channel = channel;
        Meters meters = new Meters(Bean.CHANNEL, channel);
        postponed = meters.counter(NodeMetric.POSTPONED);
        attempts = new AttemptMetrics(meters);
        meters.gauge(NodeMetric.LANES_BUSY, busy);
        meters.gauge(NodeMetric.LANES_FREE, free);
        meters.gauge(NodeMetric.PREFETCHED, prefetched);
        sources.add(meters);
    }

    /** Creates the metrics of a channel without gauges. */
    ChannelMetrics(String channel) {
        this.channel = channel;
        postponed = new LongAdder();
        attempts = new AttemptMetrics(new Meters(Bean.CHANNEL, channel));
    }

    /** Records statistics of the types that are fetched from now on, {@code null} for none. */
    void recordIn(WorkerStatistics recorded) {
        statistics = recorded;
    }

    /**
     * A task was fetched.
     *
     * @param queue its queue
     * @param type its type
     * @return the metrics of the type, or of all types beyond the maximum number
     */
    public OfType consumed(String queue, String type) {
        BoundedMap<OfType> ofQueue = types.get(queue);
        if (ofQueue == null) {
            ofQueue = types.computeIfAbsent(queue, this::ofQueue);
        }
        OfType metrics = ofQueue.get(type);
        metrics.consumed();
        return metrics;
    }

    /**
     * Tasks were postponed, because of their limit or until the turn of their key.
     *
     * @param tasks their number
     */
    public void postponed(int tasks) {
        postponed.add(tasks);
    }

    /** @return the counters of its attempts */
    public AttemptMetrics attempts() {
        return attempts;
    }

    private BoundedMap<OfType> ofQueue(String queue) {
        WorkerStatistics recorded = statistics;
        return new BoundedMap<>(type -> new OfType(channel, queue, type,
                recorded == null ? null : recorded.of(queue, type), attempts), metrics -> add(metrics.source()));
    }

    private synchronized void add(MetricSource source) {
        sources.add(source);
        onNew.accept(source);
    }

    /** Reports all sources, current and future ones. */
    synchronized void report(Consumer<MetricSource> to) {
        onNew = to;
        sources.forEach(to);
    }

    synchronized List<MetricSource> endReport() {
        onNew = source -> {};
        return List.copyOf(sources);
    }
}
