package io.github.asynqee.console.view;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.inspect.QueueInfo;

/**
 * A queue in the list of queues.
 *
 * @param state {@code run} or {@code paused}
 * @param consumers the number of servers that have it in their list
 * @param at when it was read
 */
public record QueueRow(String name, String state, long pending, long active, long scheduled, long retry, long archived,
        long completed, long aggregating, long groups, long size, long memoryBytes, Duration latencyMs,
        long processedToday, long failedToday, long processedTotal, long failedTotal, long consumers, Instant at) {

    public static QueueRow of(QueueInfo info, long consumers) {
        return new QueueRow(info.queue(), info.paused() ? "paused" : "run", info.pending(), info.active(),
                info.scheduled(), info.retry(), info.archived(), info.completed(), info.aggregating(), info.groups(),
                info.size(), info.memoryUsage(), info.latency(), info.processed(), info.failed(),
                info.processedTotal(), info.failedTotal(), consumers, info.timestamp());
    }

    public boolean isPaused() {
        return state.equals("paused");
    }

    /** Whether another row has the same values, but for the time at which they were read. */
    public boolean isSameAs(QueueRow other) {
        return other != null && equals(new QueueRow(other.name, other.state, other.pending, other.active,
                other.scheduled, other.retry, other.archived, other.completed, other.aggregating, other.groups,
                other.size, other.memoryBytes, other.latencyMs, other.processedToday, other.failedToday,
                other.processedTotal, other.failedTotal, other.consumers, at));
    }
}
