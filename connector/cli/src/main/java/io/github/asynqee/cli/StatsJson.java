package io.github.asynqee.cli;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.inspect.QueueInfo;

/** The JSON of {@code asynq stats --json}, with the field names of asynq's command line. */
final class StatsJson {

    private StatsJson() {}

    static String of(List<QueueInfo> queues, Map<String, String> redis, Instant now) {
        JsonObject aggregate = new JsonObject();
        aggregate.addProperty("active", queues.stream().mapToInt(QueueInfo::active).sum());
        aggregate.addProperty("pending", queues.stream().mapToInt(QueueInfo::pending).sum());
        aggregate.addProperty("aggregating", queues.stream().mapToInt(QueueInfo::aggregating).sum());
        aggregate.addProperty("scheduled", queues.stream().mapToInt(QueueInfo::scheduled).sum());
        aggregate.addProperty("retry", queues.stream().mapToInt(QueueInfo::retry).sum());
        aggregate.addProperty("archived", queues.stream().mapToInt(QueueInfo::archived).sum());
        aggregate.addProperty("completed", queues.stream().mapToInt(QueueInfo::completed).sum());
        aggregate.addProperty("processed", queues.stream().mapToLong(QueueInfo::processed).sum());
        aggregate.addProperty("failed", queues.stream().mapToLong(QueueInfo::failed).sum());
        aggregate.addProperty("timestamp", now.toString());
        JsonArray all = new JsonArray();
        queues.forEach(queue -> all.add(queue(queue)));
        JsonObject stats = new JsonObject();
        stats.add("aggregate", aggregate);
        stats.add("queues", all);
        stats.add("redis", new Gson().toJsonTree(redis));
        return Texts.terminalSafe(stats.toString());
    }

    private static JsonObject queue(QueueInfo queue) {
        JsonObject object = new JsonObject();
        object.addProperty("Queue", queue.queue());
        object.addProperty("MemoryUsage", queue.memoryUsage());
        object.addProperty("Paused", queue.paused());
        object.addProperty("Size", queue.size());
        object.addProperty("Groups", queue.groups());
        object.addProperty("Pending", queue.pending());
        object.addProperty("Active", queue.active());
        object.addProperty("Scheduled", queue.scheduled());
        object.addProperty("Retry", queue.retry());
        object.addProperty("Archived", queue.archived());
        object.addProperty("Completed", queue.completed());
        object.addProperty("Aggregating", queue.aggregating());
        object.addProperty("Processed", queue.processed());
        object.addProperty("Failed", queue.failed());
        object.addProperty("ProcessedTotal", queue.processedTotal());
        object.addProperty("FailedTotal", queue.failedTotal());
        object.addProperty("Latency", queue.latency().toNanos());
        object.addProperty("Timestamp", queue.timestamp().toString());
        return object;
    }
}
