package io.github.asynqee.broker;

import java.util.List;

/**
 * What a dequeue brought that took only tasks for which there are lanes.
 *
 * @param tasks the tasks
 * @param exhausted whether the rest of the queue has none for the routes that wanted more
 * @param looked how many tasks were looked at
 * @param ends the ends of what is left in the queue
 * @param unhandled the ID of the task at the head of the queue if no lane handles it, {@code null} otherwise
 * @param marks for each route its new mark, see {@link Demand.Route}; empty if the queue is paused
 */
public record MatchingTasks(DequeuedTasks tasks, boolean exhausted, int looked, QueueEnds ends, String unhandled,
        List<String> marks) {}
