package io.github.asynqee.internal.broker;

import java.util.List;

/**
 * What a dequeue brought that took only tasks for which there are lanes.
 *
 * @param tasks the tasks
 * @param looked how many tasks were looked at
 * @param ends the ends of what is left in the queue
 * @param unhandled the ID of the task at the head of the queue if no lane handles it, {@code null} otherwise
 * @param routes what is known for each route; empty if the queue is paused
 */
public record MatchingTasks(DequeuedTasks tasks, int looked, QueueEnds ends, String unhandled,
        List<RouteState> routes) {

    /**
     * What is known for a route.
     *
     * @param mark its new mark, see {@link Demand.Route}
     * @param exhausted whether it wanted more tasks than the queue has for it
     */
    public record RouteState(String mark, boolean exhausted) {}
}
