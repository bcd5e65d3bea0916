package io.github.asynqee.internal.fetch;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.broker.watch.QueueChanges.QueueLook;
import io.github.asynqee.internal.broker.watch.QueueEnds;
import io.github.asynqee.internal.lane.Router.Route;
import io.github.asynqee.worker.WorkerConfig;

/**
 * The fetcher's state of a queue: the routes that may have tasks, and the time of the next request. Confined to the
 * fetcher's thread, or to the thread that polls the queue while it is {@linkplain #isAway away}, except {@link
 * #changed} and {@link #requeued}.
 */
final class QueueState {

    private final String name;
    private final List<RouteProgress> routes;
    /** {@code null} if one channel takes all tasks, from the head of the queue, without a rule. */
    private final QueueScan scan;
    private final LongSupplier nanoTime;
    private final QueuePauses pauses;
    private final AtomicLong changes = new AtomicLong(1);
    private QueueEnds ends = QueueEnds.EMPTY;
    private final boolean hasRules;
    /** The change count before the last request. */
    private long askedAt = Long.MAX_VALUE;
    /** The change count at the last check of the ends. */
    private long watchedAt;
    /** See {@link #isAway}. */
    private boolean away;

    QueueState(String name, List<Route> routes, WorkerConfig config, ScanBudget scanBudget, PollPause poll,
            LongSupplier nanoTime) {
        this.name = name;
        this.routes = routes.stream().map(RouteProgress::new).toList();
        this.nanoTime = nanoTime;
        hasRules = routes.stream().anyMatch(route -> route.rule() != null);
        long now = nanoTime.getAsLong();
        pauses = new QueuePauses(poll, now);
        boolean takesAll = routes.size() == 1 && routes.get(0).kind() == Demand.Kind.TYPE
                && routes.get(0).prefix().isEmpty() && routes.get(0).channel().config().versions() == null
                && routes.get(0).rule() == null;
        scan = takesAll ? null : new QueueScan(name, routes.size(), config, scanBudget, now);
    }

    String name() {
        return name;
    }

    List<RouteProgress> routes() {
        return routes;
    }

    QueuePauses pauses() {
        return pauses;
    }

    /**
     * Whether another thread polls the queue. That thread owns all of this object's state except this field, and the
     * fetcher skips the queue.
     */
    boolean isAway() {
        return away;
    }

    void away(boolean now) {
        away = now;
    }

    /**
     * Makes the fetcher read the ends of the queue before it requests tasks, because of many new queues only few may
     * have tasks.
     */
    void readFirst() {
        routes.forEach(route -> route.readFirst(changes.get()));
    }

    /** The queue has changed. Called by any thread. */
    void changed() {
        changes.incrementAndGet();
    }

    /** A task was requeued to the head of the queue. Called by any thread. */
    void requeued() {
        if (scan != null) {
            scan.requeued();
        }
        changed();
    }

    /** Whether to request tasks of a route in a round. */
    boolean wants(RouteProgress route, FetchRound round) {
        return round.hasRoom(route.channel()) && isReady(route, round.began());
    }

    /** Whether tasks of a route may be requested at a time. */
    boolean isReady(RouteProgress route, long now) {
        return !away && now - pauses.askAt() >= 0
                && (route.mayHaveTasks() || !awaitsChange(route) && now - lookAt() >= 0
                        || scan != null && scan.isHeadDue(now));
    }

    private boolean awaitsChange(RouteProgress route) {
        return route.awaitsChange(changes.get());
    }

    /** When to poll again for routes that had no tasks, although the queue has not changed. */
    private long lookAt() {
        return pauses.lookAt(changes.get() != watchedAt);
    }

    /** Whether no route has tasks until the queue changes. */
    boolean isDry() {
        return !any(route -> !awaitsChange(route));
    }

    /** Whether a route waits for a change of the queue. Other routes may have tasks but no free lane. */
    boolean awaitsChange() {
        return !away && any(this::awaitsChange);
    }

    private boolean any(Predicate<RouteProgress> which) {
        for (RouteProgress route : routes) {
            if (which.test(route)) {
                return true;
            }
        }
        return false;
    }

    /** Requests the tasks that the routes want. */
    DequeuedTasks take(WorkerCommands commands) {
        if (scan == null) {
            RouteProgress route = routes.get(0);
            DequeuedTasks tasks = commands.dequeue(name, route.wanted());
            answered(tasks, QueueEnds.EMPTY);
            route.found(tasks.size() < route.wanted());
            return tasks;
        }
        askedAt = changes.get();
        MatchingTasks found = commands.dequeue(name, scan.demand(routes, nanoTime.getAsLong()));
        answered(found.tasks(), found.ends());
        if (!found.tasks().paused()) {
            found(found, nanoTime.getAsLong());
        }
        return found.tasks();
    }

    private void answered(DequeuedTasks tasks, QueueEnds endsThen) {
        pauses.answered();
        ends = endsThen;
        routes.forEach(route -> route.answered(tasks.paused()));
        if (tasks.size() > 0) {
            pauses.foundTasks(nanoTime.getAsLong());
        }
    }

    private void found(MatchingTasks found, long now) {
        for (int i = 0; i < routes.size(); i++) {
            routes.get(i).found(found.routes().get(i).exhausted());
            routes.get(i).channel().metrics().postponed(found.routes().get(i).postponed());
        }
        scan.found(found, now);
        if (found.tasks().size() == 0 && found.looked() > 0) {
            pauses.foundOnlyUnhandled(now);
            if (scan.wasHeadOnly() && !isToBeWatched()) {
                pauses.scanBudgetUsed(scan.debt(now), now);
            }
        }
    }

    /** The number of tasks ahead of the tasks it can run, if a report to operators is due. */
    OptionalLong backlogToReport() {
        return scan == null ? OptionalLong.empty() : scan.backlogToReport(nanoTime.getAsLong());
    }

    /**
     * Whether the last request took all tasks of a route, so that the queue must change before there is another task.
     */
    boolean isToBeWatched() {
        return any(RouteProgress::isExhausted);
    }

    /** The change count; to be read before the ends of the queue are read. */
    long changesKnown() {
        return changes.get();
    }

    /**
     * The ends of the queue were read after its last task was taken.
     *
     * @param look the ends
     * @param changesBefore the change count before they were read
     * @param notified whether changes from now on are notified
     */
    void watched(QueueLook look, long changesBefore, boolean notified) {
        long now = nanoTime.getAsLong();
        watchedAt = changesBefore;
        boolean known = look.error() == null;
        boolean same = known && (look.paused() || look.ends().equals(ends));
        // the ends do not show that a rule admits further tasks
        long seen = hasRules ? Math.min(askedAt, changesBefore) : changesBefore;
        routes.forEach(route -> route.watched(same && notified ? seen : seen - 1));
        if (known && look.paused() && !notified) {
            pauses.pollSlowly(now);
        } else if (same && !notified || !known) {
            pauses.poll(now);
        }
    }

    /** The earliest time of a request after the given time; the given time if there is none. */
    long nextTime(long after) {
        long next = after;
        if (away) {
            return after;
        }
        for (RouteProgress route : routes) {
            if (route.mayHaveTasks()) {
                next = earlier(next, pauses.askAt(), after);
            } else if (!awaitsChange(route)) {
                next = earlier(next, lookAt(), after);
            }
        }
        OptionalLong headDue = scan == null ? OptionalLong.empty() : scan.headDueAt();
        return headDue.isPresent() ? earlier(next, QueuePauses.later(headDue.getAsLong(), pauses.askAt()), after)
                : next;
    }

    private static long earlier(long next, long candidate, long after) {
        return candidate - after > 0 && (next == after || candidate - next < 0) ? candidate : next;
    }
}
