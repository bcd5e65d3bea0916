package io.github.asynqee.inspect;

import java.time.Instant;

/**
 * A task that a scheduler enqueued.
 *
 * @param taskId the task's ID
 * @param enqueuedAt when it was enqueued
 */
public record EnqueueEvent(String taskId, Instant enqueuedAt) {}
