package io.github.asynqee.messaging.internal.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.github.asynqee.messaging.internal.config.ConnectorConfig;
import io.github.asynqee.messaging.internal.incoming.IncomingChannel;

/** What the log says at the start. */
final class StartupLog {

    private StartupLog() {}

    static List<String> of(RedisInstance target, List<IncomingChannel> channels) {
        List<String> lines = new ArrayList<>();
        if (channels.isEmpty()) {
            lines.add("asynq enqueues tasks at " + target.url());
            return lines;
        }
        lines.add("asynq takes tasks of queues " + text(target.queues()) + " from " + target.url() + " into channels "
                + channels.stream().map(StartupLog::channel).sorted().collect(Collectors.joining(", ")));
        return lines;
    }

    private static String channel(IncomingChannel channel) {
        int lanes = channel.lanes();
        int wanted = channel.config().concurrency();
        return channel.config().channel() + " (" + lanes + (lanes == wanted ? "" : " instead of " + wanted)
                + (lanes == 1 ? " lane)" : " lanes)");
    }

    private static String text(Map<String, Integer> queues) {
        return queues.entrySet().stream().map(queue -> queue.getKey() + "=" + queue.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Queues of which not every type has a channel. */
    static List<String> partlyHandled(List<IncomingChannel> channels, ConnectorConfig config) {
        Map<String, TreeSet<String>> types = new TreeMap<>();
        channels.stream().map(channel -> channel.config().tasks()).filter(tasks -> !tasks.handlesGroups())
                .forEach(tasks -> tasks.queues().keySet().forEach(queue -> types
                        .computeIfAbsent(queue, q -> new TreeSet<>()).add(tasks.typePrefix())));
        return types.entrySet().stream().filter(entry -> !entry.getValue().contains(""))
                .map(entry -> "queue " + entry.getKey() + ": only types that begin with "
                        + String.join(", ", entry.getValue()) + " have a channel; "
                        + (config.worker().failUnhandledTypes() ? "others fail"
                                : "others stay for other workers, and are put aside after "
                                        + config.worker().unhandledTypeDelay().toSeconds() + " s"))
                .toList();
    }
}
