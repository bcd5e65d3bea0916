package io.github.asynqee.statistics;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Statistics of a queue recorded by servers of this project. Servers of other clients do not record statistics. A
 * server that dies loses at most its last 10 seconds.
 *
 * @param queue the queue
 * @param range the range of time
 * @param from the time of the first point
 * @param all totals of all types
 * @param types one series per type, types with the most tasks first; types beyond the first 200 of a point are
 *        combined as {@code other}
 * @param recorded number of tasks recorded as processed on the days of the range (UTC)
 * @param counted number of tasks processed on these days according to the counters of all clients
 */
public record QueueStatistics(String queue, StatisticsRange range, Instant from, Series all, List<Series> types,
        long recorded, long counted) {

    /**
     * The statistics of one type, or of all.
     *
     * @param type the type; empty for all
     * @param total totals of the whole range
     * @param points one point for each step of the range, oldest first
     */
    public record Series(String type, Numbers total, List<Numbers> points) {}

    /**
     * Numbers of a time interval.
     *
     * @param at start of the interval
     * @param processed number of attempts that ended, including failures, without requeued attempts and failures that
     *        do not count
     * @param failed number of failures
     * @param waiting how long tasks were pending until their handler was called, measured for a sample of tasks
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
