package io.github.asynqee.internal.broker;

import java.util.List;

/**
 * Result of a dequeue that takes only tasks for which there are lanes.
 *
 * @param tasks the tasks
 * @param looked number of tasks that were examined
 * @param ends the ends of the queue after the dequeue
 * @param unhandled the ID of the task at the head of the queue if no lane handles it, {@code null} otherwise
 * @param routes the state of each route; empty if the queue is paused
 */
public record MatchingTasks(DequeuedTasks tasks, int looked, QueueEnds ends, String unhandled,
        List<RouteState> routes) {

    /**
     * State of a route.
     *
     * @param mark its new mark, see {@link Demand.Route}
     * @param exhausted whether the queue has fewer tasks for the route than it wanted
     */
    public record RouteState(String mark, boolean exhausted) {}
}
