package io.github.asynqee.internal.protocol;

import java.time.Instant;

import com.google.protobuf.InvalidProtocolBufferException;

/**
 * One firing of a scheduler's entry (protocol section 3.5).
 *
 * @param taskId ID of the task enqueued
 * @param enqueuedAt when it was enqueued
 */
public record SchedulerEnqueueEvent(String taskId, Instant enqueuedAt) {

    /**
     * Encodes the event.
     *
     * @return the protobuf message
     */
    public byte[] toBytes() {
        return io.github.asynqee.internal.protocol.wire.SchedulerEnqueueEvent.newBuilder().setTaskId(taskId)
                .setEnqueueTime(Timestamps.of(enqueuedAt)).build().toByteArray();
    }

    /**
     * Decodes an event.
     *
     * @param bytes the protobuf message
     * @return the event
     * @throws UndecodableMessageException if the bytes are something else
     */
    public static SchedulerEnqueueEvent parse(byte[] bytes) throws UndecodableMessageException {
        try {
            var wire = io.github.asynqee.internal.protocol.wire.SchedulerEnqueueEvent.parseFrom(bytes);
            return new SchedulerEnqueueEvent(wire.getTaskId(), Timestamps.toInstant(wire.getEnqueueTime()));
        } catch (InvalidProtocolBufferException e) {
            throw new UndecodableMessageException("not an enqueue event: " + e.getMessage(), e);
        }
    }
}
