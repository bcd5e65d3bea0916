package io.github.asynqee.periodic;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Snapshot of a periodic task.
 *
 * @param id the ID of the entry in Redis and in asynq's tools
 * @param name the entry's name
 * @param spec the cron spec
 * @param type the type of its tasks
 * @param queue the queue of its tasks
 * @param catchUp the policy for missed ticks
 * @param next the next tick, {@code null} if there is none or if Redis was not read yet
 * @param previous the last tick for which a task was enqueued, {@code null} if none is known
 * @param paused whether the entry is paused, that is, its ticks are skipped
 */
public record PeriodicEntry(String id, String name, String spec, String type, String queue, CatchUp catchUp,
        @Nullable Instant next, @Nullable Instant previous, boolean paused) {}
