package io.github.asynqee.internal.fetch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Demand.Reach;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.worker.WorkerConfig;

/**
 * How a queue is searched for wanted tasks if it has several routes, or also tasks for other workers. Stores the
 * positions from which to scan, how far the budget allows to scan, and the task at the head that no worker handles.
 * Confined to the fetcher's thread, except {@link #requeued}.
 */
final class QueueScan {

    private static final Logger LOG = System.getLogger(QueueScan.class.getName());

    /**
     * Number of tasks at the head that each request scans again: a peer may have requeued a task there, before a mark.
     */
    private static final int HEAD = 16;
    private static final int LONG_HEAD = 500;
    /** Interval after which the long head is scanned. */
    private static final Duration HEAD_TRUSTED = Duration.ofSeconds(15);
    private static final Duration WARNING_INTERVAL = Duration.ofHours(1);
    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(30);
    /** How long a published report of the backlog is valid. */
    static final Duration REPORT_LIFE = REPORT_INTERVAL.multipliedBy(3);

    private final String queue;
    /** Tasks without a route that one request takes in order to fail them; 0 if they stay in the queue. */
    private final int unhandledFails;
    private final Duration unhandledTypeDelay;
    private final QueueMarks marks;
    private final ScanBudget.Account budget;
    private volatile boolean requeued;
    /** Whether the last request was for tasks at the head only. */
    private boolean headOnly;
    /** When the long head was last scanned, and whether the last request scanned only a part of it. */
    private long headScanned;
    private boolean headUnseen;
    /**
     * The ID of the task at the head that no route takes, {@code null} if there is none, and the time from which it has
     * been there.
     */
    private String unhandled;
    private long unhandledSince;
    /** When the last warning about the used-up budget was logged, {@code null} if never. */
    private Long warnedAt;
    /** When the backlog was last reported, {@code null} if never. */
    private Long reportedAt;

    QueueScan(String queue, int routes, WorkerConfig config, ScanBudget budget, long now) {
        this.queue = queue;
        this.budget = budget.account(now);
        unhandledFails = config.unhandledTypeFails() ? config.fetchBatch() : 0;
        unhandledTypeDelay = config.unhandledTypeDelay();
        // one more route for the tasks that no route matches
        marks = new QueueMarks(routes + 1, now);
        headScanned = now;
    }

    /** A task was requeued to the head of the queue. Called by any thread. */
    void requeued() {
        requeued = true;
    }

    /** The request for the tasks that the routes want. */
    Demand demand(List<RouteProgress> routes, long now) {
        marks.next(now);
        headOnly = budget.isInDebt(now);
        boolean longHead = requeued || now - headScanned >= HEAD_TRUSTED.toNanos();
        headUnseen = !longHead;
        if (longHead) {
            requeued = false;
            headScanned = now;
        }
        List<Demand.Route> demanded = new ArrayList<>();
        for (RouteProgress route : routes) {
            int max = route.channel().isClosed() ? Demand.Route.NO_LANES : route.wanted();
            demanded.add(new Demand.Route(route.route().kind(), route.route().prefix(), max, mark(demanded.size()),
                    route.channel().config().versions(), route.route().rule()));
        }
        if (unhandledFails > 0 && routes.stream().noneMatch(QueueScan::isOfAllTypes)) {
            // added last, because a task goes to the first route that matches
            demanded.add(new Demand.Route(Demand.Kind.TYPE, "", unhandledFails, mark(demanded.size())));
        }
        int head = longHead ? LONG_HEAD : HEAD;
        Reach reach = headOnly ? Reach.headOnly(head) : Reach.far(head);
        return new Demand(demanded, headOnly ? null : marks.anchor(), reach, isUnhandledDue(now) ? unhandled : null);
    }

    private static boolean isOfAllTypes(RouteProgress route) {
        return route.route().kind() == Demand.Kind.TYPE && route.route().prefix().isEmpty();
    }

    private String mark(int route) {
        return headOnly ? null : marks.mark(route);
    }

    /** The result of the request, from a queue that is not paused. */
    void found(MatchingTasks found, long now) {
        if (found.unhandled() == null || !found.unhandled().equals(unhandled)) {
            unhandledSince = now;
        }
        unhandled = found.unhandled();
        headUnseen &= found.looked() >= HEAD;
        if (!headOnly) {
            marks.found(found, now);
        }
        budget.charge(found, now);
        warnIfUsedUp(now);
    }

    private void warnIfUsedUp(long now) {
        if (budget.isUsedUp(now) && isDue(warnedAt, WARNING_INTERVAL, now)) {
            warnedAt = now;
            LOG.log(Level.WARNING,
                    "queue \"{0}\" has many tasks that this worker cannot run now. Scanning past them has used its whole "
                            + "budget, 2 % of a core of Redis, for a minute: tasks behind them start late. Give types with "
                            + "a large backlog a queue of their own",
                    queue);
        }
    }

    /** The number of tasks ahead of the tasks it can run, if a report to operators is due. */
    OptionalLong backlogToReport(long now) {
        if (!budget.isUsedUp(now) || !isDue(reportedAt, REPORT_INTERVAL, now)) {
            return OptionalLong.empty();
        }
        reportedAt = now;
        return OptionalLong.of(marks.ahead());
    }

    private static boolean isDue(Long last, Duration interval, long now) {
        return last == null || now - last >= interval.toNanos();
    }

    /** Whether the last request was for tasks at the head only, because the budget is in debt. */
    boolean wasHeadOnly() {
        return headOnly;
    }

    /** The time after which the budget is no longer in debt. */
    Duration debt(long now) {
        return budget.debt(now);
    }

    private boolean isUnhandledDue(long now) {
        return unhandled != null && now - unhandledAt() >= 0;
    }

    /** When the unhandled task at the head is to be postponed. */
    private long unhandledAt() {
        return unhandledSince + unhandledTypeDelay.toNanos();
    }

    /** The next time at which the head is scanned although the queue has not changed; empty if there is none. */
    OptionalLong headDueAt() {
        long longHead = headScanned + HEAD_TRUSTED.toNanos();
        if (unhandled == null) {
            return headUnseen ? OptionalLong.of(longHead) : OptionalLong.empty();
        }
        return OptionalLong.of(headUnseen && longHead - unhandledAt() < 0 ? longHead : unhandledAt());
    }

    /** Whether the head is to be scanned although the queue has not changed. */
    boolean isHeadDue(long now) {
        OptionalLong at = headDueAt();
        return at.isPresent() && now - at.getAsLong() >= 0;
    }
}
