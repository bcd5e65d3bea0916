package io.github.asynqee.inspect;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A scheduler entry published by a running scheduler: a node of this project, or a Go scheduler.
 *
 * @param id the entry's ID. In this project it is the same on all nodes and after restarts; a Go scheduler generates
 *        a new ID at each start
 * @param spec the cron spec as configured
 * @param taskType the type of its tasks
 * @param payload the payload of its tasks; empty if the application produces it, or without a payload. Do not modify it
 * @param options the options as text. A Go scheduler publishes only options given at registration, not options of the
 *        task itself
 * @param next the next tick, {@code null} without a tick within five years. While the entry is paused, the tick is
 *        skipped
 * @param previous the last tick for which a task was enqueued, {@code null} without one
 * @param queue the queue of its tasks, from the options; {@code default} if the options do not name a queue
 * @param paused whether the entry is paused; always {@code false} for entries of Go schedulers
 * @param controllable whether the entry can be paused and resumed, which is true for entries of this project
 * @param produced whether the application produces the payload for each tick, so that only its nodes can run the entry
 */
public record PeriodicEntryDetails(String id, String spec, String taskType, byte[] payload, List<String> options,
        @Nullable Instant next, @Nullable Instant previous, String queue, boolean paused, boolean controllable,
        boolean produced) {}
