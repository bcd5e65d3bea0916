package io.github.asynqee.internal.fetch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Demand.Reach;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.QueueChanges.QueueLook;
import io.github.asynqee.internal.broker.QueueEnds;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router.Route;
import io.github.asynqee.worker.WorkerConfig;

/**
 * The fetcher's state of a queue: the routes that may have tasks, the position up to which the queue was scanned for
 * each, and the time of the next request. Confined to the fetcher's thread, except {@link #changed}
 * and {@link #requeued}.
 */
final class QueueState {

    private static final Logger LOG = System.getLogger(QueueState.class.getName());

    /** Tasks at the head that each look scans again: a peer may have requeued a task there, before a mark. */
    private static final int HEAD = 16;
    private static final int LONG_HEAD = 500;
    /** Interval after which the long head is scanned. */
    private static final Duration HEAD_TRUSTED = Duration.ofSeconds(15);
    private static final long NOT_DRY = -1;
    private static final Duration WARNING_INTERVAL = Duration.ofHours(1);
    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(30);
    /** How long a report of the backlog is valid. */
    static final Duration REPORT_LIFE = REPORT_INTERVAL.multipliedBy(3);

    private final String name;
    private final List<Route> routes;
    private final boolean takesAll;
    /** Tasks without a route that one request takes in order to fail them; 0 if they stay in the queue. */
    private final int unhandledFails;
    private final Duration unhandledTypeDelay;
    private final LongSupplier nanoTime;
    private final QueuePauses pauses;
    private final AtomicLong changes = new AtomicLong(1);
    private volatile boolean requeued;
    /** Per route: the change count at which it had no tasks, or {@link #NOT_DRY}. */
    private final long[] dryAt;
    /** Per route: whether the last look took all its tasks. */
    private final boolean[] exhausted;
    private QueueEnds ends = QueueEnds.EMPTY;
    /** The change count at the last check of the ends. */
    private long watchedAt;
    private final QueueMarks marks;
    private final LookBudget.Account looks;
    /** Whether the last request was for tasks at the head only. */
    private boolean headOnly;
    private long headLooked;
    /** When it was last said that the budget for looking is used up, {@code null} if never. */
    private Long warnedAt;
    /** When the backlog was last reported, {@code null} if never. */
    private Long reportedAt;
    private String unhandled;
    private long unhandledSince;

    QueueState(String name, List<Route> routes, WorkerConfig config, LookBudget lookBudget, LongSupplier nanoTime) {
        this.name = name;
        this.routes = routes;
        this.nanoTime = nanoTime;
        unhandledTypeDelay = config.unhandledTypeDelay();
        pauses = new QueuePauses(config.taskCheckInterval(), nanoTime.getAsLong());
        unhandledFails = config.unhandledTypeFails() ? config.fetchBatch() : 0;
        takesAll = routes.size() == 1 && routes.get(0).kind() == Demand.Kind.TYPE && routes.get(0).prefix().isEmpty();
        dryAt = new long[routes.size()];
        exhausted = new boolean[routes.size()];
        // one more for the tasks without a route
        marks = new QueueMarks(routes.size() + 1, nanoTime.getAsLong());
        looks = lookBudget.account(nanoTime.getAsLong());
        headLooked = nanoTime.getAsLong();
        Arrays.fill(dryAt, NOT_DRY);
    }

    String name() {
        return name;
    }

    List<Route> routes() {
        return routes;
    }

    /** Whether one channel takes all tasks of the queue. */
    boolean takesAll() {
        return takesAll;
    }

    QueuePauses pauses() {
        return pauses;
    }

    /** The queue has changed. Called by any thread. */
    void changed() {
        changes.incrementAndGet();
    }

    /** A task was requeued to the head of the queue. Called by any thread. */
    void requeued() {
        requeued = true;
        changed();
    }

    /** Whether to request tasks now, given the number of tasks each channel can take. */
    boolean isDue(Map<Channel, Integer> room, long now) {
        for (int i = 0; i < routes.size(); i++) {
            if (wants(i, room, now)) {
                return true;
            }
        }
        return false;
    }

    /** Whether to request tasks of a channel now. */
    boolean isDueFor(Channel channel, Map<Channel, Integer> room, long now) {
        for (int i = 0; i < routes.size(); i++) {
            if (routes.get(i).channel() == channel && wants(i, room, now)) {
                return true;
            }
        }
        return false;
    }

    /** Whether to request tasks of a route now. */
    boolean wants(int route, Map<Channel, Integer> room, long now) {
        return room.get(routes.get(route).channel()) > 0 && now - pauses.askAt() >= 0
                && (dryAt[route] == NOT_DRY || hasChanged(route) && now - lookAt() >= 0 || isUnhandledDue(now));
    }

    /** Whether the queue has changed since the route had no tasks. */
    private boolean hasChanged(int route) {
        return dryAt[route] != changes.get();
    }

    private long lookAt() {
        return pauses.lookAt(changes.get() != watchedAt);
    }

    /** Whether no route has tasks until the queue changes. */
    boolean isDry() {
        for (int i = 0; i < dryAt.length; i++) {
            if (dryAt[i] == NOT_DRY || hasChanged(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a route waits for a change of the queue; others may have tasks and no free lane. */
    boolean awaitsChange() {
        for (int i = 0; i < dryAt.length; i++) {
            if (dryAt[i] != NOT_DRY && !hasChanged(i)) {
                return true;
            }
        }
        return false;
    }

    private boolean isUnhandledDue(long now) {
        return unhandled != null && now - unhandledSince >= unhandledTypeDelay.toNanos();
    }

    /** The request for the given number of tasks per route. */
    Demand demand(int[] wanted) {
        long now = nanoTime.getAsLong();
        marks.next(now);
        headOnly = looks.isInDebt(now);
        boolean longHead = requeued || now - headLooked > HEAD_TRUSTED.toNanos();
        if (longHead) {
            requeued = false;
            headLooked = now;
        }
        List<Demand.Route> demanded = new ArrayList<>();
        for (int i = 0; i < wanted.length; i++) {
            Route route = routes.get(i);
            int max = route.channel().isClosed() ? Demand.Route.NO_LANES : wanted[i];
            demanded.add(new Demand.Route(route.kind(), route.prefix(), max, mark(i)));
        }
        if (unhandledFails > 0) {
            // last: a task goes to the first route that matches
            demanded.add(new Demand.Route(Demand.Kind.TYPE, "", unhandledFails, mark(wanted.length)));
        }
        int head = longHead ? LONG_HEAD : HEAD;
        Reach reach = headOnly ? Reach.headOnly(head) : Reach.far(head);
        return new Demand(demanded, headOnly ? null : marks.anchor(), reach, isUnhandledDue(now) ? unhandled : null);
    }

    private String mark(int route) {
        return headOnly ? null : marks.mark(route);
    }

    /** Result of a request for tasks of any type. */
    void found(DequeuedTasks tasks, int asked) {
        answered(tasks, QueueEnds.EMPTY);
        found(0, asked > 0, tasks.size() < asked);
    }

    /** Result of a request for tasks by type. */
    void found(MatchingTasks found, int[] asked) {
        answered(found.tasks(), found.ends());
        if (found.tasks().paused()) {
            return;
        }
        headIs(found.unhandled());
        long now = nanoTime.getAsLong();
        if (!headOnly) {
            marks.found(found, now);
        }
        for (int i = 0; i < asked.length; i++) {
            found(i, asked[i] > 0, found.routes().get(i).exhausted());
        }
        looks.charge(found, now);
        warnIfUsedUp(now);
        if (found.tasks().size() == 0 && found.looked() > 0) {
            pauses.fruitless(now);
            if (headOnly && !isToBeWatched()) {
                pauses.inDebt(looks.debt(now), now);
            }
        }
    }

    private void warnIfUsedUp(long now) {
        if (looks.isUsedUp(now) && isDue(warnedAt, WARNING_INTERVAL, now)) {
            warnedAt = now;
            LOG.log(Level.WARNING,
                    "queue \"{0}\" has so many tasks of types without a handler or a free lane here, before others that could "
                            + "run, that looking for these has taken 2 % of Redis'' time for a minute and is limited to that: "
                            + "they start late. Give types with a large backlog a queue of their own",
                    name);
        }
    }

    /** How many tasks lie ahead of those it looks for, if that is to be reported to operators now. */
    OptionalLong backlogToReport() {
        long now = nanoTime.getAsLong();
        if (!looks.isUsedUp(now) || !isDue(reportedAt, REPORT_INTERVAL, now)) {
            return OptionalLong.empty();
        }
        reportedAt = now;
        return OptionalLong.of(marks.ahead());
    }

    private static boolean isDue(Long last, Duration interval, long now) {
        return last == null || now - last >= interval.toNanos();
    }

    private void answered(DequeuedTasks tasks, QueueEnds endsThen) {
        pauses.answered();
        ends = endsThen;
        Arrays.fill(exhausted, tasks.paused());
        if (tasks.size() > 0) {
            pauses.fruitful();
        }
    }

    private void found(int route, boolean asked, boolean hasNoMore) {
        exhausted[route] |= hasNoMore;
        if (asked) {
            dryAt[route] = NOT_DRY;
        }
    }

    private void headIs(String unhandledId) {
        if (unhandledId == null || !unhandledId.equals(unhandled)) {
            unhandledSince = nanoTime.getAsLong();
        }
        unhandled = unhandledId;
    }

    /** Whether the last look took all tasks of a route, so that its next task comes with a change of the queue. */
    boolean isToBeWatched() {
        for (boolean found : exhausted) {
            if (found) {
                return true;
            }
        }
        return false;
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
        for (int i = 0; i < exhausted.length; i++) {
            if (exhausted[i]) {
                dryAt[i] = same && notified ? changesBefore : changesBefore - 1;
            }
            exhausted[i] = false;
        }
        if (known && look.paused() && !notified) {
            pauses.pollSlowly(now);
        } else if (same && !notified || !known) {
            pauses.poll(now);
        }
    }

    /** The earliest time of a request after the given time; the given time if there is none. */
    long nextTime(long after) {
        long next = after;
        for (int i = 0; i < dryAt.length; i++) {
            if (dryAt[i] == NOT_DRY) {
                next = earlier(next, pauses.askAt(), after);
            } else if (hasChanged(i)) {
                next = earlier(next, lookAt(), after);
            }
        }
        return unhandled == null ? next : earlier(next, unhandledSince + unhandledTypeDelay.toNanos(), after);
    }

    private static long earlier(long next, long candidate, long after) {
        return candidate - after > 0 && (next == after || candidate - next < 0) ? candidate : next;
    }
}
