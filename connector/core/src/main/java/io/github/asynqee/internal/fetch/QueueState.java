package io.github.asynqee.internal.fetch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.MatchingTasks.RouteState;
import io.github.asynqee.internal.broker.QueueChanges.QueueLook;
import io.github.asynqee.internal.broker.QueueEnds;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router.Route;
import io.github.asynqee.worker.WorkerConfig;

/**
 * What the fetcher knows of a queue: for which of its routes it may have tasks, how far it has been looked through for each,
 * and when it is to be asked again. Belongs to the fetcher's thread; others only say that something has happened.
 */
final class QueueState {

    /** How much of the head of the queue each look looks at again: a peer may have requeued a task there, before a mark. */
    private static final int HEAD = 16;
    private static final int LONG_HEAD = 500;
    /** After this long it is the long head. */
    private static final Duration HEAD_TRUSTED = Duration.ofSeconds(15);
    /** After this long a look begins at the head again. */
    private static final Duration MARKS_TRUSTED = Duration.ofMinutes(5);
    private static final long NOT_DRY = -1;

    private final String name;
    private final List<Route> routes;
    private final boolean takesAll;
    /** How many tasks that no route is for are taken at once, to let them fail. */
    private final int unhandledFails;
    private final Duration unhandledTypeDelay;
    private final LongSupplier nanoTime;
    private final QueuePauses pauses;
    private final AtomicLong changes = new AtomicLong(1);
    private volatile boolean requeued;
    /** For each route how many changes were known when it had no tasks, or {@link #NOT_DRY}. */
    private final long[] dryAt;
    /** The routes of which the last look has found all there was; what the queue looked like then. */
    private final boolean[] exhausted;
    private QueueEnds ends = QueueEnds.EMPTY;
    /** How many changes were known when it was last watched. */
    private long watchedAt;
    private List<String> marks;
    private long marksBegan;
    private long headLooked;
    private String unhandled;
    private long unhandledSince;

    QueueState(String name, List<Route> routes, WorkerConfig config, LongSupplier nanoTime) {
        this.name = name;
        this.routes = routes;
        this.nanoTime = nanoTime;
        unhandledTypeDelay = config.unhandledTypeDelay();
        pauses = new QueuePauses(config.taskCheckInterval(), nanoTime.getAsLong());
        unhandledFails = config.unhandledTypeFails() ? config.fetchBatch() : 0;
        takesAll = routes.size() == 1 && routes.get(0).kind() == Demand.Kind.TYPE && routes.get(0).prefix().isEmpty();
        dryAt = new long[routes.size()];
        exhausted = new boolean[routes.size()];
        lookFromHead();
        Arrays.fill(dryAt, NOT_DRY);
    }

    String name() {
        return name;
    }

    List<Route> routes() {
        return routes;
    }

    /** Whether one channel takes whatever the queue has. */
    boolean takesAll() {
        return takesAll;
    }

    QueuePauses pauses() {
        return pauses;
    }

    /** Says that the queue has changed. */
    void changed() {
        changes.incrementAndGet();
    }

    /** Says that a task was put back to the head of the queue. */
    void requeued() {
        requeued = true;
        changed();
    }

    private void lookFromHead() {
        marks = Collections.nCopies(routes.size() + 1, null);
        marksBegan = nanoTime.getAsLong();
        headLooked = marksBegan;
    }

    /** Whether the queue should be asked now, if channels can take as many tasks as the map says. */
    boolean isDue(Map<Channel, Integer> room, long now) {
        for (int i = 0; i < routes.size(); i++) {
            if (wants(i, room, now)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the queue should be asked now for a channel. */
    boolean isDueFor(Channel channel, Map<Channel, Integer> room, long now) {
        for (int i = 0; i < routes.size(); i++) {
            if (routes.get(i).channel() == channel && wants(i, room, now)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the queue should be asked now for one of its routes. */
    boolean wants(int route, Map<Channel, Integer> room, long now) {
        return room.get(routes.get(route).channel()) > 0 && now - pauses.askAt() >= 0
                && (dryAt[route] == NOT_DRY || hasChanged(route) && now - lookAt() >= 0 || isPutAsideDue(now));
    }

    /** Whether a queue that had no tasks for a route may have some now. */
    private boolean hasChanged(int route) {
        return dryAt[route] != changes.get();
    }

    private long lookAt() {
        return pauses.lookAt(changes.get() != watchedAt);
    }

    /** Whether no route can have a task until the queue changes. */
    boolean isDry() {
        for (int i = 0; i < dryAt.length; i++) {
            if (dryAt[i] == NOT_DRY || hasChanged(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean isPutAsideDue(long now) {
        return unhandled != null && now - unhandledSince >= unhandledTypeDelay.toNanos();
    }

    /** What is asked for, with a number of tasks for each route. */
    Demand demand(int[] wanted) {
        long now = nanoTime.getAsLong();
        if (now - marksBegan > MARKS_TRUSTED.toNanos()) {
            lookFromHead();
        }
        boolean longHead = requeued || now - headLooked > HEAD_TRUSTED.toNanos();
        if (longHead) {
            requeued = false;
            headLooked = now;
        }
        List<Demand.Route> demanded = new ArrayList<>();
        for (int i = 0; i < wanted.length; i++) {
            Route route = routes.get(i);
            int max = route.channel().isClosed() ? Demand.Route.NO_LANES : wanted[i];
            demanded.add(new Demand.Route(route.kind(), route.prefix(), max, marks.get(i)));
        }
        if (unhandledFails > 0) {
            // last, because the first route that fits gets a task
            demanded.add(new Demand.Route(Demand.Kind.TYPE, "", unhandledFails, marks.get(wanted.length)));
        }
        return new Demand(demanded, longHead ? LONG_HEAD : HEAD, isPutAsideDue(now) ? unhandled : null);
    }

    /** All tasks were asked for, whatever their types. */
    void found(DequeuedTasks tasks, int asked) {
        answered(tasks, QueueEnds.EMPTY);
        found(0, asked > 0, tasks.size() < asked);
    }

    /** Tasks were asked for by their types. */
    void found(MatchingTasks found, int[] asked) {
        answered(found.tasks(), found.ends());
        if (found.tasks().paused()) {
            return;
        }
        headIs(found.unhandled());
        marks = found.routes().stream().map(RouteState::mark).collect(Collectors.toList());
        for (int i = 0; i < asked.length; i++) {
            found(i, asked[i] > 0, found.routes().get(i).exhausted());
        }
        if (found.tasks().size() == 0 && found.looked() > 0) {
            pauses.fruitless(nanoTime.getAsLong());
        }
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

    /** Whether the last look has left nothing to be found until the queue changes. */
    boolean isToBeWatched() {
        for (boolean found : exhausted) {
            if (found) {
                return true;
            }
        }
        return false;
    }

    /** How many changes are known; to be asked before the queue is looked at. */
    long changesKnown() {
        return changes.get();
    }

    /**
     * The queue was looked at again after the last of its tasks was found.
     *
     * @param look what it looked like
     * @param changesBefore how many changes were known before
     * @param heard whether a change from now on will be told
     */
    void watched(QueueLook look, long changesBefore, boolean heard) {
        long now = nanoTime.getAsLong();
        watchedAt = changesBefore;
        boolean known = look.error() == null;
        boolean same = known && (look.paused() || look.ends().equals(ends));
        for (int i = 0; i < exhausted.length; i++) {
            if (exhausted[i]) {
                dryAt[i] = same && heard ? changesBefore : changesBefore - 1;
            }
            exhausted[i] = false;
        }
        if (known && look.paused() && !heard) {
            pauses.pollSlowly(now);
        } else if (same && !heard || !known) {
            pauses.poll(now);
        }
    }

    /** When the queue is to be asked next, of the times after the given one; that one if there is none. */
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
