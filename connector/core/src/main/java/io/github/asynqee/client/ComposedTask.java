package io.github.asynqee.client;

import io.github.asynqee.broker.NewTask;
import io.github.asynqee.task.TaskInfo;

/**
 * A task ready to be stored.
 *
 * @param stored what is stored and where
 * @param info what the producer is told about it
 */
public record ComposedTask(NewTask stored, TaskInfo info) {}
