package io.github.asynqee.internal.broker;

import java.util.List;

/**
 * Result of a dequeue that takes only tasks for which there are lanes.
 *
 * @param tasks the tasks
 * @param looked number of tasks that were examined
 * @param walked number of entries that Redis has walked besides, to find marks and to remove tasks from the middle
 * @param ends the ends of the queue after the dequeue
 * @param unhandled the ID of the task at the head of the queue if no lane handles it, {@code null} otherwise
 * @param anchor where the marks of the routes are, see {@link Demand#anchor}
 * @param routes the state of each route
 * @param postponed number of tasks that were postponed, because the limit of their route keeps them from starting
 */
public record MatchingTasks(DequeuedTasks tasks, int looked, int walked, QueueEnds ends, String unhandled,
        String anchor, List<RouteState> routes, int postponed) {

    /** A reply of routes without limits. */
    public MatchingTasks(DequeuedTasks tasks, int looked, int walked, QueueEnds ends, String unhandled, String anchor,
            List<RouteState> routes) {
        this(tasks, looked, walked, ends, unhandled, anchor, routes, 0);
    }

    /** A reply without a look at the queue: the state of the routes is as it was. */
    public static MatchingTasks unchanged(DequeuedTasks tasks, Demand demand) {
        return new MatchingTasks(tasks, 0, 0, QueueEnds.EMPTY, null, demand.anchor(),
                demand.routes().stream().map(route -> new RouteState(route.mark(), false)).toList());
    }

    /**
     * State of a route.
     *
     * @param mark its new mark, see {@link Demand.Route}
     * @param exhausted whether the queue has fewer tasks for the route than it wanted
     */
    public record RouteState(String mark, boolean exhausted) {

        /** How many tasks, counted from the head of the queue, there were up to the mark. */
        public long distance() {
            return mark == null ? 0 : Long.parseLong(mark.substring(0, mark.indexOf(' ')));
        }
    }
}
