package io.github.asynqee.internal.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

import io.github.asynqee.internal.redis.connection.CommandMeter;

/** The metrics of one Redis in one application: of its connections, and of the workers that were added. Thread-safe. */
public final class NodeMetrics implements CommandMeter {

    private final Meters redis = new Meters(Bean.REDIS);
    private final Histogram roundTrip = redis.addHistogram(NodeMetric.ROUND_TRIP);
    private final LongAdder commandsFailed = redis.counter(NodeMetric.COMMANDS_FAILED);
    private final BoundedMap<Meters> queues = new BoundedMap<>(NodeMetrics::ofQueue, this::created);
    private final List<MetricSource> sources = new CopyOnWriteArrayList<>(List.of(redis));
    private final List<Exporter> exporters = new ArrayList<>();

    /** Receives the objects that have metrics. Called under a lock: must return soon and not call back. */
    public interface Exporter {

        /**
         * There is a new object.
         *
         * @param source the object
         */
        void added(MetricSource source);

        /**
         * An object has ended.
         *
         * @param source the object
         */
        void removed(MetricSource source);
    }

    private static Meters ofQueue(String queue) {
        Meters meters = new Meters(Bean.QUEUE, queue);
        meters.counters(NodeMetric.ENQUEUED);
        return meters;
    }

    @Override
    public void roundTrip(long nanos) {
        roundTrip.record(nanos);
    }

    @Override
    public void commandFailed() {
        commandsFailed.increment();
    }

    /**
     * A task was enqueued, or was refused.
     *
     * @param queue the queue
     * @param result the result
     */
    public void enqueued(String queue, EnqueueKind result) {
        queues.get(queue).add(NodeMetric.ENQUEUED, result.ordinal());
    }

    /**
     * Adds a worker and its channels.
     *
     * @param worker the worker
     */
    public void add(WorkerMetrics worker) {
        created(worker.source());
        worker.channels().forEach(channel -> channel.report(this::created));
    }

    /**
     * Removes a worker and its channels.
     *
     * @param worker the worker
     */
    public void remove(WorkerMetrics worker) {
        worker.channels().forEach(channel -> channel.endReport().forEach(this::ended));
        ended(worker.source());
    }

    /**
     * Adds an outbox.
     *
     * @param outbox the outbox
     */
    public void add(OutboxMetrics outbox) {
        created(outbox.source());
    }

    /**
     * Adds the inbox of a channel.
     *
     * @param inbox the inbox
     */
    public void add(InboxMetrics inbox) {
        created(inbox.source());
    }

    /**
     * Adds an exporter, which receives all current and future objects.
     *
     * @param exporter the exporter
     */
    public synchronized void add(Exporter exporter) {
        exporters.add(exporter);
        sources.forEach(exporter::added);
    }

    /**
     * Removes an exporter and reports the end of all objects to it.
     *
     * @param exporter the exporter
     */
    public synchronized void remove(Exporter exporter) {
        if (exporters.remove(exporter)) {
            sources.forEach(exporter::removed);
        }
    }

    /** @return the objects that have metrics now */
    public List<MetricSource> sources() {
        return List.copyOf(sources);
    }

    private synchronized void created(MetricSource source) {
        sources.add(source);
        exporters.forEach(exporter -> exporter.added(source));
    }

    private synchronized void ended(MetricSource source) {
        if (sources.remove(source)) {
            exporters.forEach(exporter -> exporter.removed(source));
        }
    }
}
