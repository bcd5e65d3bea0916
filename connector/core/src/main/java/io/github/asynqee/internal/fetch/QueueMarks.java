package io.github.asynqee.internal.fetch;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.MatchingTasks.RouteState;

/**
 * The positions up to which a queue was scanned for each route. From time to time a second scan begins at the head, to
 * find requeued tasks; the first scan serves lanes until the second scan has reached the same position. Confined to the
 * fetcher's thread.
 */
final class QueueMarks {

    /** Interval after which a scan starts at the head again. */
    private static final Duration TRUSTED = Duration.ofMinutes(5);
    /** Pause between two calls of the second scan. */
    private static final Duration RECHECK_PAUSE = Duration.ofMillis(200);

    /** The positions of one scan, as returned by its last call. */
    private record Scan(String anchor, List<RouteState> routes) {

        boolean isAsFarAs(Scan other) {
            for (int i = 0; i < routes.size(); i++) {
                if (!routes.get(i).exhausted() && routes.get(i).distance() < other.routes.get(i).distance()) {
                    return false;
                }
            }
            return true;
        }
    }

    private final Scan fromHead;
    private Scan first;
    private Scan second;
    private boolean isSecondsTurn;
    private long began;
    private long rechecked;

    QueueMarks(int routes, long now) {
        fromHead = new Scan(null, Collections.nCopies(routes, new RouteState(null, false)));
        first = fromHead;
        began = now;
    }

    /** Chooses the scan that the next call continues. */
    void next(long now) {
        if (now - began > TRUSTED.toNanos()) {
            second = fromHead;
            began = now;
            rechecked = now - RECHECK_PAUSE.toNanos();
        }
        isSecondsTurn = second != null && now - rechecked >= RECHECK_PAUSE.toNanos();
    }

    private Scan current() {
        return isSecondsTurn ? second : first;
    }

    /** The anchor of the marks; {@code null} at the head. */
    String anchor() {
        return current().anchor();
    }

    /** The mark of a route; {@code null} at the head. */
    String mark(int route) {
        return current().routes().get(route).mark();
    }

    /** Number of tasks from the head of the queue up to the farthest mark of a route. */
    long ahead() {
        long ahead = 0;
        for (RouteState route : first.routes()) {
            ahead = Math.max(ahead, route.distance());
        }
        return ahead;
    }

    /** The result of the call. */
    void found(MatchingTasks found, long now) {
        Scan scan = new Scan(found.anchor(), found.routes());
        if (!isSecondsTurn) {
            first = scan;
            return;
        }
        rechecked = now;
        second = scan;
        if (scan.isAsFarAs(first)) {
            first = scan;
            second = null;
            began = now;
        }
    }
}
