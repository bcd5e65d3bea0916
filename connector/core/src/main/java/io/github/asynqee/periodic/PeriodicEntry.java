package io.github.asynqee.periodic;

import java.time.Instant;

/**
 * A periodic task as seen at one moment.
 *
 * @param id names the entry in Redis and to asynq's tools
 * @param name its name
 * @param spec when it is due
 * @param type the type of its tasks
 * @param queue their queue
 * @param catchUp what becomes of missed ticks
 * @param next when it is due next, {@code null} if never or if Redis has not been asked yet
 * @param previous the last tick a task was enqueued for, {@code null} if none is known
 * @param paused whether ticks pass without a task
 */
public record PeriodicEntry(String id, String name, String spec, String type, String queue, CatchUp catchUp,
        Instant next, Instant previous, boolean paused) {}
