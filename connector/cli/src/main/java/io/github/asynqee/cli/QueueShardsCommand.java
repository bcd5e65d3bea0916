package io.github.asynqee.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.internal.shard.Shards;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code asynq queue shards}. */
@Command(name = "shards", mixinStandardHelpOptions = true, description = "Shows or changes the shards of a queue.", footer = {
        "", "Examples:", "  asynq queue shards mails", "  asynq queue shards mails --set 16",
        "  asynq queue shards mails --spread-keys" })
final class QueueShardsCommand extends InspectorCommand {

    @Parameters(paramLabel = "QUEUE", description = "Name of the queue")
    private String queue;

    @ArgGroup
    private @Nullable Change change;

    /** The requested change; the options exclude each other. */
    static final class Change {
        @Option(names = "--set", paramLabel = "NUMBER", description = "Increase the number of shards. Workers consume the new shards within 10 s")
        private @Nullable Integer count;

        @Option(names = "--spread-keys", description = "Use all shards for tasks with a key, group, ID or unique lock; the queue must be empty")
        private boolean spreadKeys;
    }

    @Override
    protected boolean ofShards() {
        return true;
    }

    @Override
    protected boolean run(Inspector inspector) {
        if (change == null) {
            UnreadableQueues unreadable = new UnreadableQueues();
            print(table(inspector, List.of(queue), unreadable));
            return unreadable.report(this::error);
        } else if (change.count != null) {
            inspector.shards().add(queue, change.count);
            say("Queue \"" + queue + "\" has " + change.count + " shards");
        } else {
            inspector.shards().spreadKeys(queue);
            say("Tasks with a key use all shards of queue \"" + queue + "\"");
        }
        return true;
    }

    /**
     * Lists the shards of queues, including shards that do not exist yet. Shards that cannot be read have no numbers.
     */
    static Table table(Inspector inspector, List<String> queues, UnreadableQueues unreadable) {
        Map<String, Integer> counts = inspector.shards().counts();
        Map<String, List<String>> shards = new HashMap<>();
        queues.forEach(queue -> shards.put(queue, Shards.names(queue, counts.getOrDefault(queue, 1))));
        Map<String, QueueInfo> infos = new HashMap<>();
        inspector.queues().infos(shards.values().stream().flatMap(List::stream).toList(), unreadable)
                .forEach(info -> infos.put(info.queue(), info));
        Table table = new Table("Queue", "Shard", "Slot", "Size", "Pending", "Active", "Paused");
        queues.forEach(queue -> shards.getOrDefault(queue, List.of()).forEach(shard -> {
            int slot = inspector.shards().clusterSlot(shard);
            QueueInfo info = infos.get(shard);
            if (info != null) {
                table.row(queue, shard, slot, info.size(), info.pending(), info.active(), info.paused());
            } else if (unreadable.contains(shard)) {
                table.row(queue, shard, slot, null, null, null, null);
            } else {
                table.row(queue, shard, slot, 0, 0, 0, false);
            }
        }));
        return table;
    }
}
