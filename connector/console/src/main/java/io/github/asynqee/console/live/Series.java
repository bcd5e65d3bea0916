package io.github.asynqee.console.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.console.live.Overview.Point;
import io.github.asynqee.console.view.QueueRow;

/** One point per minute of the last hour, from the counters of all queues. Thread-safe. */
final class Series {

    static final Duration STEP = Duration.ofMinutes(1);
    private static final int POINTS = 60;

    private final Deque<Point> points = new ArrayDeque<>();
    private Instant lastAt;
    /** Attempts and failed attempts of each queue at the time of the last point. */
    private Map<String, long[]> last = Map.of();
    private boolean allKnown;

    /** Adds a point if a minute has passed since the last one, and each queue has been read. */
    synchronized void add(Snapshot snapshot) {
        boolean isShort = lastAt != null && Duration.between(lastAt, snapshot.at()).compareTo(STEP) < 0;
        if (isShort || !snapshot.complete()) {
            return;
        }
        Map<String, long[]> now = new HashMap<>();
        snapshot.queues().forEach(queue -> now.put(queue.name(),
                new long[]{ queue.processedTotal(), queue.failedTotal() }));
        if (lastAt != null) {
            long pending = snapshot.queues().stream().mapToLong(QueueRow::pending).sum();
            long waiting = snapshot.queues().stream().filter(queue -> !queue.isPaused()).map(QueueRow::latencyMs)
                    .mapToLong(Duration::toMillis).max().orElse(0);
            points.add(new Point(snapshot.at(), since(now, 0), since(now, 1), pending, waiting));
        }
        if (points.size() > POINTS) {
            points.remove();
        }
        lastAt = snapshot.at();
        last = now;
        allKnown = snapshot.freshness().unread() == 0;
    }

    /** By how much the sum of a counter over all queues has grown. */
    private long since(Map<String, long[]> now, int counter) {
        return now.entrySet().stream().mapToLong(queue -> {
            long[] before = last.get(queue.getKey());
            long count = queue.getValue()[counter];
            if (before == null) {
                // a queue that could not be read before may not be new
                return allKnown ? count : 0;
            }
            // the counters of a queue are gone when it is removed
            return count < before[counter] ? count : count - before[counter];
        }).sum();
    }

    synchronized List<Point> points() {
        return List.copyOf(points);
    }
}
