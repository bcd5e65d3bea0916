package io.github.asynqee;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Snapshot of a task in Redis.
 *
 * @param id the task's ID, unique in its queue
 * @param queue the queue
 * @param type the task's type
 * @param payload the payload's bytes, {@code null} if absent; do not modify the array
 * @param headers the task's headers
 * @param state the task's state
 * @param maxRetry the maximum number of retries
 * @param retried the number of retries so far
 * @param lastError text of the last error, empty if none
 * @param lastFailedAt time of the last failure, {@code null} if none
 * @param timeout the maximum duration of one attempt, zero if not limited
 * @param deadline the time by which the last attempt must end, {@code null} if not limited
 * @param group the group it waits in, empty if none
 * @param retention the time for which it is kept after success, zero if it is deleted
 * @param nextProcessAt the time at which it runs next, {@code null} if unknown
 * @param completedAt the time at which it succeeded, {@code null} if it has not
 */
public record TaskInfo(String id, String queue, String type, byte @Nullable [] payload, Map<String, String> headers,
        TaskState state, int maxRetry, int retried, String lastError, @Nullable Instant lastFailedAt, Duration timeout,
        @Nullable Instant deadline, String group, Duration retention, @Nullable Instant nextProcessAt,
        @Nullable Instant completedAt) {}
