package io.github.asynqee.internal.cron;

import java.time.Instant;

import io.github.asynqee.internal.client.ComposedTask;

/**
 * Result of a payload source for a tick.
 *
 * @param tick the tick
 * @param task the task, {@code null} if there is none
 * @param error the failure, {@code null} if the source succeeded, with or without a task
 */
record ProducedPayload(Instant tick, ComposedTask task, Throwable error) {}
