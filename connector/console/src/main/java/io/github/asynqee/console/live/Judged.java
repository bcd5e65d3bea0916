package io.github.asynqee.console.live;

import java.time.Instant;
import java.util.Map;

/**
 * Time of the last examination, by queue: what it did not find was absent then. A reading examines some of the queues.
 *
 * @param queues the time of each queue that exists
 * @param all the earliest time of all queues that can be read
 * @param redis that of Redis as a whole; the earliest possible if it was never examined
 */
public record Judged(Map<String, Instant> queues, Instant all, Instant redis) {

    /** Whether a queue was examined since a time. One that does not exist any more counts as examined. */
    public boolean isQueueKnown(String queue, Instant since) {
        return !queues.getOrDefault(queue, Instant.MAX).isBefore(since);
    }
}
