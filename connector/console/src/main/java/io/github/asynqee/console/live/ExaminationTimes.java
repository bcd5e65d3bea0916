package io.github.asynqee.console.live;

import java.time.Instant;
import java.util.Map;

/**
 * Times at which queues were last examined: a finding that the examination did not report was absent at that time. A
 * reading examines only some of the queues.
 *
 * @param queues the time of each queue that exists
 * @param all the earliest time of all queues that can be read
 * @param redis the time for Redis as a whole; {@link Instant#MIN} if it was never examined
 */
public record ExaminationTimes(Map<String, Instant> queues, Instant all, Instant redis) {

    /** Whether a queue was examined since a time. A queue that no longer exists counts as examined. */
    public boolean isQueueKnown(String queue, Instant since) {
        return !queues.getOrDefault(queue, Instant.MAX).isBefore(since);
    }
}
