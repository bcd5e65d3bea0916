package io.github.asynqee.console.view;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.asynqee.console.json.Member;
import io.github.asynqee.inspect.QueueInfo;

/**
 * A queue in the list of queues.
 *
 * @param state whether its tasks are run
 * @param limited the number of tasks that a limit blocks; they also count as scheduled or, briefly, as pending
 * @param groups the number of groups with waiting tasks
 * @param batchCount the number of its batches that have not ended
 * @param size the number of its tasks
 * @param memoryBytes the memory of its tasks and collections, estimated from samples
 * @param latencyMs how long the next task has been pending; 0 without a pending task, or if it is not known
 * @param processedToday attempts today (UTC), failed ones included
 * @param failedToday failed attempts today (UTC)
 * @param processedTotal attempts ever, failed ones included
 * @param failedTotal failed attempts ever
 * @param consumers the number of servers that have it in their list
 * @param at when it was read
 */
public record QueueRow(String name, @Member(values = "run|paused") String state, long pending, long active,
        long scheduled, long retry, long archived,
        long completed, long aggregating, long limited, long groups, long batchCount, long size, long memoryBytes,
        @Member(min = Member.ANY) Duration latencyMs,
        long processedToday, long failedToday, long processedTotal, long failedTotal, long consumers, Instant at) {

    /** The row of a queue whose memory has been estimated. */
    public static QueueRow of(QueueInfo info, long consumers) {
        return of(info, info.memoryUsage(), consumers);
    }

    public static QueueRow of(QueueInfo info, long memoryBytes, long consumers) {
        return new QueueRow(info.queue(), info.paused() ? "paused" : "run", info.pending(), info.active(),
                info.scheduled(), info.retry(), info.archived(), info.completed(), info.aggregating(), info.limited(),
                info.groups(),
                info.batches(), info.size(), memoryBytes, info.latency(), info.processed(), info.failed(),
                info.processedTotal(), info.failedTotal(), consumers, info.timestamp());
    }

    /** The number of tasks in each state, of the named queues, or of all if none is named. */
    public static Map<String, Long> counts(List<QueueRow> rows, Set<String> named) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (QueueRow row : rows) {
            if (named.isEmpty() || named.contains(row.name)) {
                counts.merge("pending", row.pending, Long::sum);
                counts.merge("active", row.active, Long::sum);
                counts.merge("scheduled", row.scheduled, Long::sum);
                counts.merge("retry", row.retry, Long::sum);
                counts.merge("archived", row.archived, Long::sum);
                counts.merge("completed", row.completed, Long::sum);
                counts.merge("aggregating", row.aggregating, Long::sum);
            }
        }
        return counts;
    }

    /** The same row with another number of servers. */
    public QueueRow servedBy(long servers) {
        return new QueueRow(name, state, pending, active, scheduled, retry, archived, completed, aggregating, limited,
                groups,
                batchCount, size, memoryBytes, latencyMs, processedToday, failedToday, processedTotal, failedTotal,
                servers, at);
    }

    public boolean isPaused() {
        return state.equals("paused");
    }

    /** Whether another row has the same values, apart from the time at which they were read. */
    public boolean isSameAs(QueueRow other) {
        return other != null && equals(new QueueRow(other.name, other.state, other.pending, other.active,
                other.scheduled, other.retry, other.archived, other.completed, other.aggregating, other.limited,
                other.groups,
                other.batchCount, other.size, other.memoryBytes, other.latencyMs, other.processedToday,
                other.failedToday,
                other.processedTotal, other.failedTotal, other.consumers, at));
    }
}
