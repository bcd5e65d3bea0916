package io.github.asynqee.inspect;

import java.time.Instant;

import io.github.asynqee.Progress;
import io.github.asynqee.TaskInfo;
import org.jspecify.annotations.Nullable;

/**
 * A task with its data in Redis.
 *
 * @param info the task; type and payload are empty if the task has lost its message
 * @param result the result stored by its handler, {@code null} without a result; do not modify it
 * @param orphaned whether the task is active although its lease has expired, because its server died or is disconnected
 * @param progress the last progress reported by its handler, {@code null} without progress
 * @param recoveries number of recoveries from dead servers since the task was enqueued or last archived. For a task
 *        with a checkpoint, it counts from the last recovery after which the checkpoint had advanced
 * @param since the time that belongs to its state, {@code null} if unknown. Pending: when it became pending. Active:
 *        when its server took it, unknown if no running server reports it. Scheduled: its scheduled time. Retry: when
 *        it failed. Archived: when it was archived. Completed: when it succeeded. Aggregating: when it joined its group
 * @param waitsFor the limit key that blocks the task, {@code null} if it is not blocked. The state is scheduled, but
 *        the task starts as soon as the limit admits it; the scheduled time only applies if no server does
 */
public record InspectedTask(TaskInfo info, byte @Nullable [] result, boolean orphaned, @Nullable Progress progress,
        int recoveries,
        @Nullable Instant since, @Nullable LimitKey waitsFor) {}
