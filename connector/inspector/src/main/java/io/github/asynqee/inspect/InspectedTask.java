package io.github.asynqee.inspect;

import java.time.Instant;

import io.github.asynqee.Progress;
import io.github.asynqee.TaskInfo;
import org.jspecify.annotations.Nullable;

/**
 * A task as it is in Redis.
 *
 * @param info the task; type and payload are empty if the task has lost its message
 * @param result what its handler stored with it, {@code null} if nothing; not to be modified
 * @param orphaned whether the task is active although its lease has expired: its server died or is cut off
 * @param progress what its handler reported last, {@code null} if nothing
 * @param recoveries how often it was recovered from a server that died, since it was enqueued or last archived; of a task
 *        with a checkpoint, since the recovery before which that had advanced
 * @param since the time that belongs to its state, {@code null} if it is unknown. Pending: when it became pending. Active: when
 *        its server took it, unknown if no running server reports it. Scheduled: when it is to run. Retry: when it failed.
 *        Archived: when it was archived. Completed: when it succeeded. Aggregating: when it joined its group
 * @param waitsFor the key of a limit for which it waits as a scheduled task: it starts when it is its turn, and is scheduled only
 *        in case no server lets it start; {@code null} if it waits for none
 */
public record InspectedTask(TaskInfo info, byte @Nullable [] result, boolean orphaned, @Nullable Progress progress,
        int recoveries,
        @Nullable Instant since, @Nullable LimitKey waitsFor) {}
