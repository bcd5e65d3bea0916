package io.github.asynqee.metrics;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.metrics.MetricFamily.Sample;

/** Collects values, and sorts them like Prometheus' Go library: by name, then by the bytes of the labels. */
final class Samples {

    private static final double NANOS = 1e9;
    private static final Comparator<Sample> BY_LABELS = (one, other) -> {
        for (int i = 0; i < one.labels().size(); i++) {
            int order = Arrays.compareUnsigned(bytes(one.labels().get(i)), bytes(other.labels().get(i)));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    };

    private final Map<QueueMetric, List<Sample>> samples = new EnumMap<>(QueueMetric.class);

    void add(QueueMetric metric, double value, String... labels) {
        samples.computeIfAbsent(metric, key -> new ArrayList<>()).add(new Sample(List.of(labels), value));
    }

    void add(QueueInfo info) {
        String queue = info.queue();
        add(QueueMetric.TASKS, info.active(), queue, "active");
        add(QueueMetric.TASKS, info.pending(), queue, "pending");
        add(QueueMetric.TASKS, info.scheduled(), queue, "scheduled");
        add(QueueMetric.TASKS, info.retry(), queue, "retry");
        add(QueueMetric.TASKS, info.archived(), queue, "archived");
        add(QueueMetric.TASKS, info.completed(), queue, "completed");
        add(QueueMetric.SIZE, info.size(), queue);
        add(QueueMetric.LATENCY, info.latency().toNanos() / NANOS, queue);
        add(QueueMetric.MEMORY, info.memoryUsage(), queue);
        add(QueueMetric.PROCESSED, info.processedTotal(), queue);
        add(QueueMetric.FAILED, info.failedTotal(), queue);
        add(QueueMetric.PAUSED, info.paused() ? 1 : 0, queue);
        add(QueueMetric.AGGREGATING, info.aggregating(), queue);
        add(QueueMetric.GROUPS, info.groups(), queue);
        add(QueueMetric.LIMITED, info.limited(), queue);
        add(QueueMetric.BATCHES, info.batches(), queue);
        add(QueueMetric.BATCH_MEMBERS, info.batchMembers(), queue, "open");
        add(QueueMetric.BATCH_MEMBERS, info.batchFailures(), queue, "failed");
    }

    List<MetricFamily> families() {
        return samples.entrySet().stream().sorted(Comparator.comparing(entry -> entry.getKey().metricName()))
                .map(entry -> new MetricFamily(entry.getKey(), entry.getValue().stream().sorted(BY_LABELS).toList()))
                .toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
