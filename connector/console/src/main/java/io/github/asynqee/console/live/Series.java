package io.github.asynqee.console.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.github.asynqee.console.live.Overview.Point;
import io.github.asynqee.console.view.QueueRow;

/** One point per minute of the last hour, from the counters of all queues. Thread-safe. */
final class Series {

    static final Duration STEP = Duration.ofMinutes(1);
    private static final int POINTS = 60;

    private final Deque<Point> points = new ArrayDeque<>();
    private Instant lastAt;
    private long lastProcessed;
    private long lastFailed;

    /** Adds a point if a minute has passed since the last one. */
    synchronized void add(Snapshot snapshot) {
        if (lastAt != null && Duration.between(lastAt, snapshot.at()).compareTo(STEP) < 0) {
            return;
        }
        long processed = snapshot.queues().stream().mapToLong(QueueRow::processedTotal).sum();
        long failed = snapshot.queues().stream().mapToLong(QueueRow::failedTotal).sum();
        long pending = snapshot.queues().stream().mapToLong(QueueRow::pending).sum();
        long waiting = snapshot.queues().stream().filter(queue -> !queue.isPaused()).map(QueueRow::latencyMs)
                .mapToLong(Duration::toMillis).max()
                .orElse(0);
        if (lastAt != null) {
            // the counters of a queue are gone when it is removed
            points.add(new Point(snapshot.at(), Math.max(0, processed - lastProcessed),
                    Math.max(0, failed - lastFailed), pending, waiting));
        }
        if (points.size() > POINTS) {
            points.remove();
        }
        lastAt = snapshot.at();
        lastProcessed = processed;
        lastFailed = failed;
    }

    synchronized List<Point> points() {
        return List.copyOf(points);
    }
}
