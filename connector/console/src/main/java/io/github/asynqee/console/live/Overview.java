package io.github.asynqee.console.live;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

import io.github.asynqee.console.json.Member;
import io.github.asynqee.console.view.Day;
import io.github.asynqee.console.view.FindingGroup;
import io.github.asynqee.console.view.Freshness;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.ServerDetails;

/**
 * The sums of all queues.
 *
 * @param at when Redis was read
 * @param stale whether Redis could not be read since
 * @param lanes the tasks that all servers can run at once
 * @param busyLanes the tasks that they run
 * @param series one point per minute
 * @param history 30 days, today first; {@code null} in live updates, and until it has been read
 * @param findings the most urgent ones, as one sentence for each kind
 * @param findingsTotal the number of all findings
 * @param freshness how old the numbers of the queues are
 */
public record Overview(Instant at, boolean stale, Totals totals, long processedToday, long failedToday, long queues,
        long pausedQueues, long servers, long lanes, long busyLanes, long memoryBytes, List<Point> series,
        List<Day> history, @Member(maxItems = 50) List<FindingGroup> findings, long findingsTotal,
        Freshness freshness) {

    private static final int MAX_FINDINGS = 50;

    /** The number of tasks in each state. */
    public record Totals(long pending, long active, long scheduled, long retry, long archived, long completed,
            long aggregating) {}

    /**
     * A minute.
     *
     * @param at the end of the minute
     * @param processed number of attempts in this minute
     * @param failed number of failed attempts in this minute
     * @param pending number of pending tasks at the end of this minute
     * @param latencyMs age of the oldest pending task of all queues at the end of this minute, in milliseconds; paused
     *        queues are ignored
     */
    public record Point(Instant at, long processed, long failed, long pending, long latencyMs) {}

    static Overview of(Snapshot snapshot, boolean stale, List<Point> series, List<Day> history) {
        List<QueueRow> queues = snapshot.queues();
        List<ServerDetails> servers = snapshot.servers();
        return new Overview(snapshot.at(), stale, totals(queues), sum(queues, QueueRow::processedToday),
                sum(queues, QueueRow::failedToday), queues.size(), queues.stream().filter(QueueRow::isPaused).count(),
                servers.size(), servers.stream().mapToLong(ServerDetails::concurrency).sum(),
                servers.stream().mapToLong(server -> server.activeWorkers().size()).sum(),
                sum(queues, QueueRow::memoryBytes), series, history,
                FindingGroup.of(snapshot.findings()).stream().limit(MAX_FINDINGS).toList(), snapshot.findings().size(),
                snapshot.freshness());
    }

    /** The history with today, {@code null} if the past days are {@code null}. */
    static List<Day> history(Snapshot snapshot, List<Day> past) {
        LocalDate today = LocalDate.ofInstant(snapshot.at(), ZoneOffset.UTC);
        Day sums = new Day(today, sum(snapshot.queues(), QueueRow::processedToday),
                sum(snapshot.queues(), QueueRow::failedToday));
        return past == null ? null : Stream.concat(Stream.of(sums),
                past.stream().filter(day -> day.date().isBefore(today))).toList();
    }

    private static Totals totals(List<QueueRow> queues) {
        return new Totals(sum(queues, QueueRow::pending), sum(queues, QueueRow::active),
                sum(queues, QueueRow::scheduled), sum(queues, QueueRow::retry), sum(queues, QueueRow::archived),
                sum(queues, QueueRow::completed), sum(queues, QueueRow::aggregating));
    }

    private static long sum(List<QueueRow> queues, ToLongFunction<QueueRow> field) {
        return queues.stream().mapToLong(field).sum();
    }
}
