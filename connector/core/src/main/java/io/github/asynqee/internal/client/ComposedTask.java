package io.github.asynqee.internal.client;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.broker.NewTask;

/**
 * A task ready to be stored.
 *
 * @param stored the message and where it is stored
 * @param info the snapshot returned to the producer
 */
public record ComposedTask(NewTask stored, TaskInfo info) {}
