package io.github.asynqee.inspect;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A periodic entry that a running scheduler has published: a node of this project, or a scheduler of Go.
 *
 * @param id the entry's ID. One of this project is the same on all nodes and after restarts; a scheduler of Go generates
 *        a new one at each start
 * @param spec the cron spec as configured
 * @param taskType the type of its tasks
 * @param payload the payload of its tasks; empty if the application produces it, or if there is none. Not to be modified
 * @param options the texts of the options. A scheduler of Go publishes those given at the registration only, not those
 *        that were given to the task itself
 * @param next the next tick, {@code null} if there is none within five years. While the entry is paused the tick is skipped
 * @param previous the last tick for which a task was enqueued, {@code null} if none
 * @param queue the queue of its tasks, from the options; {@code default} if they name none
 * @param paused whether the entry is paused; always {@code false} for entries of Go schedulers
 * @param controllable whether the entry can be paused and resumed, that is, belongs to nodes of this project
 * @param produced whether the application produces the payload for each tick, so that only its nodes can run the entry
 */
public record PeriodicEntryDetails(String id, String spec, String taskType, byte[] payload, List<String> options,
        @Nullable Instant next, @Nullable Instant previous, String queue, boolean paused, boolean controllable,
        boolean produced) {}
