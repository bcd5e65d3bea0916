package io.github.asynqee.console.live;

import java.time.Instant;
import java.util.Map;

/**
 * Since when something that is not found is known to be absent. Not all queues are looked at in each reading.
 *
 * @param queues the time of each queue that exists
 * @param all the earliest time of all queues that can be read
 * @param redis that of Redis as a whole; the earliest possible if it has never been looked at
 */
public record Judged(Map<String, Instant> queues, Instant all, Instant redis) {

    /** Whether a queue has been looked at since a time. One that does not exist any more counts as looked at. */
    public boolean isQueueKnown(String queue, Instant since) {
        return !queues.getOrDefault(queue, Instant.MAX).isBefore(since);
    }
}
