package io.github.asynqee.event;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.TaskInfo;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of a group were processed together and deleted.
 *
 * @param queue the queue
 * @param group the group's name
 * @param members the tasks before the event, oldest first
 * @param aggregate the ID of the task that replaces them, {@code null} if there is none
 * @param at the time of the event
 */
public record TasksAggregated(String queue, String group, List<TaskInfo> members, @Nullable String aggregate,
        Instant at)
        implements
            TaskEvent {}
