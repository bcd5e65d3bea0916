package io.github.asynqee.internal.fetch;

import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router.Route;

/**
 * The fetcher's knowledge about one route in one queue: tasks may be available, or none were at the recorded change
 * count. Confined to the fetcher's thread.
 */
final class RouteProgress {

    private static final long NOT_DRY = -1;

    private final Route route;
    private int wanted;
    /** Whether the last request took all tasks of the route. */
    private boolean exhausted;
    /** The change count of the queue at which the route had no tasks, or {@link #NOT_DRY}. */
    private long dryAt = NOT_DRY;
    /** See {@link #position()}. */
    private int position = -1;

    RouteProgress(Route route) {
        this.route = route;
    }

    Route route() {
        return route;
    }

    Channel channel() {
        return route.channel();
    }

    /** Sets the number of tasks that the next request asks for. */
    void want(int tasks) {
        wanted = tasks;
    }

    int wanted() {
        return wanted;
    }

    /**
     * The index of the queue among the queues of its position that can be requested for the route, -1 if the queue
     * cannot be requested.
     */
    int position() {
        return position;
    }

    void position(int to) {
        position = to;
    }

    /** Whether the route may have tasks, although the queue has not changed. */
    boolean mayHaveTasks() {
        return dryAt == NOT_DRY;
    }

    /** Whether the route has no tasks until the queue changes. */
    boolean awaitsChange(long changes) {
        return dryAt == changes;
    }

    /** A request was answered. A paused queue counts as empty. */
    void answered(boolean paused) {
        exhausted = paused;
    }

    /** No tasks are requested for the route before the queue was read. */
    void readFirst(long changes) {
        exhausted = true;
        dryAt = changes;
    }

    /** Records the result of a request. If it requested tasks of this route, the route may have more tasks. */
    void found(boolean hasNoMore) {
        exhausted |= hasNoMore;
        if (wanted > 0) {
            dryAt = NOT_DRY;
        }
    }

    /**
     * Whether the last request took all tasks of the route, so that the queue must change before there is another task.
     */
    boolean isExhausted() {
        return exhausted;
    }

    /**
     * The ends of the queue were read after the last task was taken.
     *
     * @param dryAtChange the change count at which the route has no tasks, if it was exhausted
     */
    void watched(long dryAtChange) {
        if (exhausted) {
            dryAt = dryAtChange;
        }
        exhausted = false;
    }
}
