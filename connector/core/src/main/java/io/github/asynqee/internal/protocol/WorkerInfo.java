package io.github.asynqee.internal.protocol;

import java.time.Instant;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;

/**
 * A running task as published by its server (protocol section 3.3).
 *
 * @param host host name of the server
 * @param pid its process ID
 * @param serverId the server's ID
 * @param taskId the task's ID
 * @param taskType the task's type
 * @param taskPayload the payload's bytes; do not modify the array
 * @param queue the queue
 * @param startTime the time at which the server started the task
 * @param deadline the time by which the attempt must end
 */
public record WorkerInfo(String host, int pid, String serverId, String taskId, String taskType, byte[] taskPayload,
        String queue, Instant startTime, Instant deadline) {

    /**
     * Encodes the information.
     *
     * @return the protobuf message
     */
    public byte[] toBytes() {
        return io.github.asynqee.internal.protocol.wire.WorkerInfo.newBuilder().setHost(host).setPid(pid)
                .setServerId(serverId)
                .setTaskId(taskId).setTaskType(taskType).setTaskPayload(ByteString.copyFrom(taskPayload))
                .setQueue(queue).setStartTime(Timestamps.of(startTime)).setDeadline(Timestamps.of(deadline)).build()
                .toByteArray();
    }

    /**
     * Decodes the information.
     *
     * @param bytes the protobuf message
     * @return the information
     * @throws UndecodableMessageException if the bytes cannot be decoded
     */
    public static WorkerInfo parse(byte[] bytes) throws UndecodableMessageException {
        try {
            var wire = io.github.asynqee.internal.protocol.wire.WorkerInfo.parseFrom(bytes);
            return new WorkerInfo(wire.getHost(), wire.getPid(), wire.getServerId(), wire.getTaskId(),
                    wire.getTaskType(), wire.getTaskPayload().toByteArray(), wire.getQueue(),
                    Timestamps.toInstant(wire.getStartTime()), Timestamps.toInstant(wire.getDeadline()));
        } catch (InvalidProtocolBufferException e) {
            throw new UndecodableMessageException("not a worker info: " + e.getMessage(), e);
        }
    }
}
