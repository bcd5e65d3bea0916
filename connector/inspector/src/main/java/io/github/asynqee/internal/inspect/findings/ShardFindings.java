package io.github.asynqee.internal.inspect.findings;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.internal.shard.ShardRegistry;
import io.github.asynqee.internal.shard.Shards;

/** Findings about a queue with shards as a whole. */
final class ShardFindings {

    private ShardFindings() {}

    /** Examines the shards among some queues. Reads the record of shards only if it needs it for a finding. */
    static void of(Collection<QueueInfo> queues, ShardRegistry registry, FindingCollector found) {
        Map<String, List<QueueInfo>> parts = queues.stream()
                .collect(
                        Collectors.groupingBy(info -> Shards.logical(info.queue()), TreeMap::new, Collectors.toList()));
        parts.values().removeIf(shards -> !isPartlyPaused(shards));
        registry.find(parts.keySet(), (queue, error) -> {
            // other reads report a damaged record
        }).forEach((queue, record) -> {
            List<String> names = Shards.names(queue, record.count());
            List<QueueInfo> shards = parts.getOrDefault(queue, List.of()).stream()
                    .filter(info -> names.contains(info.queue())).toList();
            if (isPartlyPaused(shards)) {
                found.add(Severity.WARNING, "paused-partly", queue,
                        shards.stream().filter(QueueInfo::paused).count() + " of " + shards.size()
                                + " shards are paused, the others are consumed",
                        "pause or unpause the queue");
            }
        });
    }

    private static boolean isPartlyPaused(List<QueueInfo> shards) {
        return shards.stream().map(QueueInfo::paused).distinct().count() > 1;
    }
}
