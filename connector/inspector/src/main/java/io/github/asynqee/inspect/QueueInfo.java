package io.github.asynqee.inspect;

import java.time.Duration;
import java.time.Instant;

/**
 * The statistics of a queue at one moment.
 *
 * @param queue the queue
 * @param memoryUsage the memory of its tasks and collections in bytes, estimated from samples; 0 if Redis rejects
 *        {@code MEMORY}
 * @param latency how long the next task has been pending; zero without a pending task, or if unknown
 * @param groups the number of groups with waiting tasks
 * @param pending the number of tasks ready to run
 * @param active the number of tasks that run
 * @param scheduled the number of tasks that run at a later time
 * @param retry the number of tasks that failed and wait for a retry
 * @param archived the number of archived tasks
 * @param completed the number of tasks kept after their success
 * @param aggregating the number of tasks waiting in groups, without staged tasks. With more than 200 groups it is
 *        extrapolated from a random sample
 * @param limited the number of tasks blocked by a limit; they also count as scheduled or, briefly, as pending
 * @param batches the number of unfinished batches and chains of the queue
 * @param batchMembers the number of open members in the 100 oldest of these batches
 * @param batchFailures the number of archived members in the 100 oldest of these batches
 * @param processed the number of tasks processed today (UTC), including failed tasks
 * @param failed the number of failed attempts today (UTC)
 * @param processedTotal the number of tasks ever processed
 * @param failedTotal the number of attempts that ever failed
 * @param paused whether the queue is paused
 * @param timestamp when the statistics were taken
 */
public record QueueInfo(String queue, long memoryUsage, Duration latency, int groups, int pending, int active,
        int scheduled, int retry, int archived, int completed, int aggregating, int limited, int batches,
        int batchMembers, int batchFailures, long processed,
        long failed,
        long processedTotal, long failedTotal, boolean paused, Instant timestamp) {

    /** @return the number of tasks in all states */
    public int size() {
        return pending + active + scheduled + retry + archived + completed + aggregating;
    }
}
