package io.github.asynqee.internal.broker;

import java.util.List;

import io.github.asynqee.internal.broker.watch.QueueEnds;

/**
 * Result of a dequeue that takes only tasks for which there are lanes.
 *
 * @param tasks the tasks
 * @param looked number of tasks that were examined
 * @param walked number of other entries that Redis has traversed to find marks and to remove tasks from the middle
 * @param ends the ends of the queue after the dequeue
 * @param unhandled the ID of the task at the head of the queue if no lane handles it, {@code null} otherwise
 * @param anchor position of the marks of the routes, see {@link Demand#anchor}
 * @param routes the state of each route
 */
public record MatchingTasks(DequeuedTasks tasks, int looked, int walked, QueueEnds ends, String unhandled,
        String anchor, List<RouteState> routes) {

    /** A reply that did not scan the queue: the state of the routes is unchanged. */
    public static MatchingTasks unchanged(DequeuedTasks tasks, Demand demand) {
        return new MatchingTasks(tasks, 0, 0, QueueEnds.EMPTY, null, demand.anchor(),
                demand.routes().stream().map(route -> new RouteState(route.mark(), false)).toList());
    }

    /** Number of tasks that were postponed because the rules of their routes do not allow them to start. */
    public int postponed() {
        return routes.stream().mapToInt(RouteState::postponed).sum();
    }

    /**
     * State of a route.
     *
     * @param mark its new mark, see {@link Demand.Route}
     * @param exhausted whether the queue has fewer tasks for the route than the route wanted
     * @param postponed number of tasks that were postponed because the rule of the route does not allow them to start
     */
    public record RouteState(String mark, boolean exhausted, int postponed) {

        /** The result for a route without blocked tasks. */
        public RouteState(String mark, boolean exhausted) {
            this(mark, exhausted, 0);
        }

        /** Number of tasks from the head of the queue up to the mark. */
        public long distance() {
            return mark == null ? 0 : Long.parseLong(mark.substring(0, mark.indexOf(' ')));
        }
    }
}
