package io.github.asynqee.cli;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code asynq stats}: all queues at a glance. */
@Command(name = "stats", description = "Shows the state of all queues and of Redis.", footer = { "", "Example:",
        "  asynq stats --json" })
final class StatsCommand extends InspectorCommand {

    @Option(names = "--json", description = "Print JSON in the format of asynq's command line")
    private boolean json;

    @Override
    protected boolean run(Inspector inspector) {
        UnreadableQueues unreadable = new UnreadableQueues();
        show(inspector.queues().infos(inspector.queues().names(), unreadable), inspector);
        return unreadable.report(this::error);
    }

    private void show(List<QueueInfo> queues, Inspector inspector) {
        Map<String, String> redis = inspector.health().redisInfo();
        if (json || !isTable()) {
            out().println(StatsJson.of(queues, redis, now()));
            return;
        }
        out().println("Task Count by State");
        print(new Table("active", "pending", "aggregating", "scheduled", "retry", "archived", "completed").row(
                sum(queues, QueueInfo::active), sum(queues, QueueInfo::pending), sum(queues, QueueInfo::aggregating),
                sum(queues, QueueInfo::scheduled), sum(queues, QueueInfo::retry), sum(queues, QueueInfo::archived),
                sum(queues, QueueInfo::completed)));
        out().println("\nTask Count by Queue");
        print(new Table(queues.stream().map(queue -> queue.queue() + (queue.paused() ? " (paused)" : ""))
                .toArray(String[]::new)).row(queues.stream().map(QueueInfo::size).toArray()));
        long processed = total(queues, QueueInfo::processed);
        long failed = total(queues, QueueInfo::failed);
        out().println("\nDaily Stats " + LocalDate.ofInstant(now(), ZoneOffset.UTC) + " UTC");
        print(new Table("processed", "failed", "error rate").row(processed, failed, Texts.rate(failed, processed)));
        out().println("\nRedis Info");
        print(new Table("version", "uptime", "connections", "memory usage", "peak memory usage").row(
                known(redis, "redis_version", ""), known(redis, "uptime_in_days", " days"),
                known(redis, "connected_clients", ""), known(redis, "used_memory_human", "B"),
                known(redis, "used_memory_peak_human", "B")));
        out().println();
    }

    private static String known(Map<String, String> redis, String field, String unit) {
        return redis.containsKey(field) ? redis.get(field) + unit : "unknown";
    }

    private static int sum(List<QueueInfo> queues, ToIntFunction<QueueInfo> count) {
        return queues.stream().mapToInt(count).sum();
    }

    private static long total(List<QueueInfo> queues, ToLongFunction<QueueInfo> count) {
        return queues.stream().mapToLong(count).sum();
    }
}
