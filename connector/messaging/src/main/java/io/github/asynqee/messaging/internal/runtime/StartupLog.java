package io.github.asynqee.messaging.internal.runtime;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.asynqee.messaging.internal.incoming.IncomingChannel;

/** The line logged at the start for each Redis: queues, channels, the types they handle, and their lanes. */
final class StartupLog {

    private StartupLog() {}

    static String line(String url, Map<String, Integer> queues, List<IncomingChannel> channels) {
        if (channels.isEmpty()) {
            return "asynq: enqueues tasks to " + url + "; no incoming channels";
        }
        return "asynq: processes tasks of " + url + "; queues " + queues.entrySet().stream()
                .map(queue -> queue.getKey() + "=" + queue.getValue()).collect(Collectors.joining(", "))
                + "; channels " + channels.stream().map(channel -> channel(channel, queues.keySet())).sorted()
                        .collect(Collectors.joining(", "));
    }

    private static String channel(IncomingChannel channel, Set<String> allQueues) {
        int lanes = channel.lanes();
        int wanted = channel.config().concurrency();
        Set<String> queues = channel.config().tasks().queues().keySet();
        return channel.config().channel() + " (" + channel.config().tasks().received()
                + (queues.equals(allQueues) ? "" : " of " + queues.stream().sorted().collect(Collectors.joining(", ")))
                + ", " + lanes + (lanes == 1 ? " lane" : " lanes")
                + (lanes == wanted ? ")" : " instead of " + wanted + ")");
    }
}
