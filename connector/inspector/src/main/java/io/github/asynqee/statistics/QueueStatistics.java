package io.github.asynqee.statistics;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What servers of this project have recorded of a queue. Servers of other clients record nothing. A server that dies loses
 * at most the last 10 seconds.
 *
 * @param queue the queue
 * @param range the range of time
 * @param from the time of the first point
 * @param all all types together
 * @param types by type, those with the most tasks first; types beyond the first 200 of a point are together in the type
 *        {@code other}
 * @param recorded number of tasks recorded as processed on the days of the range (UTC)
 * @param counted number of tasks that any client has counted as processed on these days
 */
public record QueueStatistics(String queue, StatisticsRange range, Instant from, Series all, List<Series> types,
        long recorded, long counted) {

    /**
     * The statistics of one type, or of all.
     *
     * @param type the type; empty for all
     * @param total of the whole range
     * @param points one for each step of the range, the oldest first
     */
    public record Series(String type, Numbers total, List<Numbers> points) {}

    /**
     * What happened in a time.
     *
     * @param at when the time begins
     * @param processed number of attempts that ended, failures included; not those that were requeued, or whose failure is
     *        not counted
     * @param failed number of failures
     * @param waiting how long tasks were pending until their handler was called; known of a sample of all tasks
     * @param running how long handlers ran
     */
    public record Numbers(Instant at, long processed, long failed, Durations waiting, Durations running) {}

    /**
     * Percentiles of durations, estimated with an error of at most 19 percent.
     *
     * @param count number of durations; if it is 0, the percentiles are {@code null}
     * @param p50 half of the durations are not longer
     * @param p95 95 percent of the durations are not longer
     */
    public record Durations(long count, @Nullable Duration p50, @Nullable Duration p95) {}
}
