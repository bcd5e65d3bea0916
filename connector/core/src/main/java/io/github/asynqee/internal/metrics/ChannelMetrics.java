package io.github.asynqee.internal.metrics;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import io.github.asynqee.internal.statistics.WorkerStatistics;

/** The metrics of a channel and of the task types it received. Thread-safe. */
public final class ChannelMetrics {

    private final String channel;
    /** Queue to type to metrics. The queues of a channel are configured, so their number is bounded. */
    private final Map<String, BoundedMap<TaskMetrics>> types = new ConcurrentHashMap<>();
    private final List<MetricSource> sources = new CopyOnWriteArrayList<>();
    private Consumer<MetricSource> onNew = source -> {};
    private volatile WorkerStatistics statistics;

    /**
     * Creates the metrics of a channel.
     *
     * @param channel its name
     * @param busy number of lanes that run a task
     * @param free number of lanes that wait for a task
     * @param prefetched number of tasks held until a lane is free
     */
    public ChannelMetrics(String channel, LongSupplier busy, LongSupplier free, LongSupplier prefetched) {
        this(channel);
        Meters meters = new Meters(Bean.CHANNEL, channel);
        meters.gauge(NodeMetric.LANES_BUSY, busy);
        meters.gauge(NodeMetric.LANES_FREE, free);
        meters.gauge(NodeMetric.PREFETCHED, prefetched);
        sources.add(meters);
    }

    /** Without metrics of lanes. */
    ChannelMetrics(String channel) {
        this.channel = channel;
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
    public TaskMetrics consumed(String queue, String type) {
        BoundedMap<TaskMetrics> ofQueue = types.get(queue);
        if (ofQueue == null) {
            ofQueue = types.computeIfAbsent(queue, this::ofQueue);
        }
        TaskMetrics metrics = ofQueue.get(type);
        metrics.consumed();
        return metrics;
    }

    private BoundedMap<TaskMetrics> ofQueue(String queue) {
        WorkerStatistics recorded = statistics;
        return new BoundedMap<>(type -> new TaskMetrics(channel, queue, type,
                recorded == null ? null : recorded.of(queue, type)), metrics -> add(metrics.source()));
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
