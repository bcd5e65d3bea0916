package io.github.asynqee.metrics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.ServerDetails;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.redis.BrokerException;

/**
 * Reads the metrics of all queues from Redis. Only the number of errors is kept between calls. Thread-safe.
 *
 * <p>A call does not fail on errors. A queue that cannot be read has {@link QueueMetric#QUEUE_UP} 0 and no other
 * metric. While Redis is unreachable, only {@link QueueMetric#REDIS_UP} and {@link QueueMetric#SCRAPE_ERRORS} are
 * returned.
 */
public final class QueueMetrics {

    private static final String ALL_QUEUES = "all queues";
    private static final String SERVERS = "servers";

    private final Inspector inspector;
    private final AtomicLong errors = new AtomicLong();
    private final FailureLog failures = new FailureLog(System.getLogger(QueueMetrics.class.getName()));

    /** @param inspector reads from Redis; the caller closes it */
    public QueueMetrics(Inspector inspector) {
        this.inspector = inspector;
    }

    /**
     * Reads all metrics, in a few round trips to Redis for each 50 queues.
     *
     * @return the metrics that have a value, sorted by name
     */
    public List<MetricFamily> collect() {
        Samples samples = new Samples();
        boolean up = readQueues(samples);
        samples.add(QueueMetric.REDIS_UP, up ? 1 : 0);
        samples.add(QueueMetric.SCRAPE_ERRORS, errors.get());
        return samples.families();
    }

    private boolean readQueues(Samples samples) {
        List<String> queues;
        List<QueueInfo> infos;
        try {
            queues = inspector.queues().names();
            infos = inspector.queues().infos(queues, (queue, error) -> {
                samples.add(QueueMetric.QUEUE_UP, 0, queue);
                failed(subject(queue), error);
            });
            failures.succeeded(ALL_QUEUES);
        } catch (BrokerException e) {
            failed(ALL_QUEUES, e);
            return false;
        }
        infos.forEach(info -> read(info, samples));
        readServers(queues, samples);
        return true;
    }

    private void read(QueueInfo info, Samples samples) {
        samples.add(info);
        samples.add(QueueMetric.QUEUE_UP, 1, info.queue());
        failures.succeeded(subject(info.queue()));
    }

    private void readServers(List<String> queues, Samples samples) {
        List<ServerDetails> servers;
        try {
            servers = inspector.servers();
            failures.succeeded(SERVERS);
        } catch (BrokerException e) {
            failed(SERVERS, e);
            return;
        }
        Map<String, Integer> consumers = new TreeMap<>();
        queues.forEach(queue -> consumers.put(queue, 0));
        servers.stream().filter(server -> server.status().equals("active"))
                .flatMap(server -> server.queues().keySet().stream())
                .forEach(queue -> consumers.computeIfPresent(queue, (key, count) -> count + 1));
        consumers.forEach((queue, count) -> samples.add(QueueMetric.CONSUMERS, count, queue));
        samples.add(QueueMetric.SERVERS, servers.size());
    }

    private static String subject(String queue) {
        return "queue \"" + queue + "\"";
    }

    private void failed(String what, BrokerException e) {
        errors.incrementAndGet();
        failures.failed(what, e, () -> "Metrics of " + what + " are missing: " + e.getMessage());
    }
}
