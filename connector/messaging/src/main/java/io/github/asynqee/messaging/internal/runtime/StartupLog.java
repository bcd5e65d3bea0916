package io.github.asynqee.messaging.internal.runtime;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.github.asynqee.messaging.internal.incoming.IncomingChannel;

/** The line logged at the start for each Redis: queues with their channels, the types they handle, and their lanes. */
final class StartupLog {

    private StartupLog() {}

    static String line(String url, List<IncomingChannel> channels) {
        if (channels.isEmpty()) {
            return "asynq: enqueues tasks to " + url + "; no incoming channels";
        }
        Map<String, List<IncomingChannel>> byQueues = channels.stream()
                .collect(Collectors.groupingBy(StartupLog::queues, TreeMap::new, Collectors.toList()));
        return "asynq: processes tasks of " + url + byQueues.entrySet().stream()
                .map(entry -> "; queues " + entry.getKey() + ": channels " + entry.getValue().stream()
                        .map(StartupLog::channel).sorted().collect(Collectors.joining(", ")))
                .collect(Collectors.joining());
    }

    private static String queues(IncomingChannel channel) {
        return new TreeMap<>(channel.config().tasks().queues()).entrySet().stream()
                .map(queue -> queue.getKey() + "=" + queue.getValue()).collect(Collectors.joining(", "));
    }

    private static String channel(IncomingChannel channel) {
        int lanes = channel.lanes();
        int wanted = channel.config().concurrency();
        return channel.config().channel() + " (" + channel.config().tasks().received() + ", " + lanes
                + (lanes == 1 ? " lane" : " lanes") + (lanes == wanted ? ")" : " instead of " + wanted + ")");
    }
}
