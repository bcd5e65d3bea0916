package io.github.asynqee.inspect;

import java.time.Instant;

/**
 * A task that is running on a server.
 *
 * @param taskId the task's ID
 * @param type the task's type
 * @param payload the payload's bytes; not to be modified
 * @param queue the queue
 * @param startedAt when the server took the task
 * @param deadline the time by which the attempt must end
 */
public record ActiveTask(String taskId, String type, byte[] payload, String queue, Instant startedAt,
        Instant deadline) {}
