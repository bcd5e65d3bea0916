package io.github.asynqee.internal.client;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.broker.NewTask;

/**
 * A task ready to be stored.
 *
 * @param stored what is stored and where
 * @param info what the producer is told about it
 */
public record ComposedTask(NewTask stored, TaskInfo info) {}
