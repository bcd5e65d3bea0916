package io.github.asynqee.inspect;

import java.time.Instant;

/**
 * A task that a server runs.
 *
 * @param taskId the task's ID
 * @param type the task's type
 * @param payload the payload's bytes; not to be modified
 * @param queue the queue
 * @param startedAt when the server took the task
 * @param deadline when the attempt must have ended
 */
public record ActiveTask(String taskId, String type, byte[] payload, String queue, Instant startedAt,
        Instant deadline) {}
