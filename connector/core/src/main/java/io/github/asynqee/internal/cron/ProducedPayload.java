package io.github.asynqee.internal.cron;

import java.time.Instant;

import io.github.asynqee.internal.client.ComposedTask;

/**
 * What a payload source gave for a tick.
 *
 * @param tick the tick
 * @param task the task, {@code null} if there is none
 * @param error why there is none, {@code null} if that is as the source wants it
 */
record ProducedPayload(Instant tick, ComposedTask task, Throwable error) {}
