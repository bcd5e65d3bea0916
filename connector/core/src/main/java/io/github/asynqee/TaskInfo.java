package io.github.asynqee;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * What is known of a task in Redis, as seen at one moment.
 *
 * @param id the task's ID, unique in its queue
 * @param queue the queue
 * @param type the task's type
 * @param payload the payload's bytes, {@code null} if absent; not to be modified
 * @param headers text pairs that travel with the task
 * @param state where the task is in its life
 * @param maxRetry how often it is tried again after a failure
 * @param retried how often it has been tried again so far
 * @param lastError text of the last failure, empty if none
 * @param lastFailedAt time of the last failure, {@code null} if none
 * @param timeout how long one attempt may take, zero if not limited
 * @param deadline when the last attempt must have ended, {@code null} if not limited
 * @param group the group it waits in, empty if none
 * @param retention how long it is kept after success, zero if not
 * @param nextProcessAt when it is to run next, {@code null} if that is not known
 * @param completedAt when it succeeded, {@code null} if it has not
 */
public record TaskInfo(String id, String queue, String type, byte[] payload, Map<String, String> headers,
        TaskState state, int maxRetry, int retried, String lastError, Instant lastFailedAt, Duration timeout,
        Instant deadline, String group, Duration retention, Instant nextProcessAt, Instant completedAt) {}
