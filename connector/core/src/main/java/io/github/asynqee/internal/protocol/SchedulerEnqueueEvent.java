package io.github.asynqee.internal.protocol;

import java.time.Instant;

import com.google.protobuf.InvalidProtocolBufferException;

/**
 * A task enqueued by a periodic entry (protocol section 3.5).
 *
 * @param taskId the task's ID
 * @param enqueuedAt the time of enqueueing
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
     * @throws UndecodableMessageException if the bytes cannot be decoded
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
