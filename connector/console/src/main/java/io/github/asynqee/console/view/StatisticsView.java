package io.github.asynqee.console.view;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.console.json.Member;
import io.github.asynqee.statistics.QueueStatistics;
import io.github.asynqee.statistics.QueueStatistics.Durations;
import io.github.asynqee.statistics.QueueStatistics.Numbers;
import io.github.asynqee.statistics.QueueStatistics.Series;

/**
 * Statistics of a queue.
 *
 * @param range as in the request
 * @param stepMs the time between two points
 * @param type the type that {@code points} and {@code total} are about, {@code null} for all types
 * @param total {@code null} if the type has no numbers
 * @param points one for each step, oldest first; empty if the type has no numbers
 * @param types the totals by type, types with the most tasks first
 * @param recorded number of tasks recorded as processed on the days of the range
 * @param counted number of tasks that any client has counted as processed on these days
 */
public record StatisticsView(String queue,
        @Member(values = "1h|24h|7d|30d") String range,
        @Member(min = 1) Duration stepMs,
        String type, Row total, @Member(maxItems = 168) List<Row> points,
        List<Row> types, long recorded, long counted) {

    /**
     * Numbers of a time or of a type. Durations are milliseconds with three decimals, absent if nothing was measured.
     *
     * @param at when the time begins, {@code null} in totals
     * @param type the type, {@code null} in points
     */
    public record Row(Instant at, String type, long processed, long failed, long waitingCount, Double waitingP50Ms,
            Double waitingP95Ms, long runningCount, Double runningP50Ms, Double runningP95Ms) {

        static Row of(Instant at, String type, Numbers numbers) {
            Durations waiting = numbers.waiting();
            Durations running = numbers.running();
            return new Row(at, type, numbers.processed(), numbers.failed(), waiting.count(), millis(waiting.p50()),
                    millis(waiting.p95()), running.count(), millis(running.p50()), millis(running.p95()));
        }

        private static Double millis(Duration duration) {
            return duration == null ? null : Math.round(duration.toNanos() / 1e3) / 1e3;
        }
    }

    /**
     * The statistics for the page.
     *
     * @param read the statistics
     * @param type the type, {@code null} or empty for all
     */
    public static StatisticsView of(QueueStatistics read, String type) {
        boolean all = type == null || type.isEmpty();
        Series series = all ? read.all()
                : read.types().stream().filter(each -> each.type().equals(type)).findFirst().orElse(null);
        return new StatisticsView(read.queue(), read.range().text(), read.range().step(), all ? null : type,
                series == null ? null : Row.of(null, null, series.total()),
                series == null ? List.of()
                        : series.points().stream().map(point -> Row.of(point.at(), null, point)).toList(),
                read.types().stream().map(each -> Row.of(null, each.type(), each.total())).toList(), read.recorded(),
                read.counted());
    }
}
