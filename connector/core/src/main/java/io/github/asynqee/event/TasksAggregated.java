package io.github.asynqee.event;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.TaskInfo;

/**
 * Tasks of a group were handled together and are gone.
 *
 * @param queue the queue
 * @param group the group's name
 * @param members the tasks, oldest first, as they were
 * @param aggregate the ID of the task they were turned into, {@code null} if they were not turned into one
 * @param at when it happened
 */
public record TasksAggregated(String queue, String group, List<TaskInfo> members, String aggregate, Instant at)
        implements
            TaskEvent {}
