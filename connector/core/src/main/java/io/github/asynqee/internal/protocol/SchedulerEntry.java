package io.github.asynqee.internal.protocol;

import java.time.Instant;
import java.util.List;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;

/**
 * A periodic entry as published by a scheduler (protocol section 3.4).
 *
 * @param id the entry's ID
 * @param spec the cron spec as configured
 * @param taskType type of its tasks
 * @param taskPayload payload of its tasks; do not modify the array
 * @param options options as text, each of the form {@code Name(argument)}: peers crash on other forms
 * @param next the next tick
 * @param previous the last tick, {@code null} if none
 */
public record SchedulerEntry(String id, String spec, String taskType, byte[] taskPayload, List<String> options,
        Instant next, Instant previous) {

    /** Go's zero time, which means "never" on the wire. */
    private static final Instant NEVER = Instant.ofEpochSecond(-62_135_596_800L);

    /**
     * Checks the option texts.
     *
     * @throws IllegalArgumentException if an option has no parenthesis
     */
    public SchedulerEntry {
        options = List.copyOf(options);
        for (String option : options) {
            if (option.indexOf('(') < 0) {
                throw new IllegalArgumentException("option must have the form Name(argument): " + option);
            }
        }
    }

    /**
     * Encodes the entry.
     *
     * @return the protobuf message
     */
    public byte[] toBytes() {
        return io.github.asynqee.internal.protocol.wire.SchedulerEntry.newBuilder().setId(id).setSpec(spec)
                .setTaskType(taskType)
                .setTaskPayload(ByteString.copyFrom(taskPayload)).addAllEnqueueOptions(options)
                .setNextEnqueueTime(Timestamps.of(next))
                .setPrevEnqueueTime(Timestamps.of(previous == null ? NEVER : previous)).build().toByteArray();
    }

    /**
     * Decodes an entry.
     *
     * @param bytes the protobuf message
     * @return the entry
     * @throws UndecodableMessageException if the bytes cannot be decoded
     */
    public static SchedulerEntry parse(byte[] bytes) throws UndecodableMessageException {
        try {
            var wire = io.github.asynqee.internal.protocol.wire.SchedulerEntry.parseFrom(bytes);
            Instant previous = Timestamps.toInstant(wire.getPrevEnqueueTime());
            return new SchedulerEntry(wire.getId(), wire.getSpec(), wire.getTaskType(),
                    wire.getTaskPayload().toByteArray(), wire.getEnqueueOptionsList(),
                    Timestamps.toInstant(wire.getNextEnqueueTime()), previous.equals(NEVER) ? null : previous);
        } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
            throw new UndecodableMessageException("not a scheduler entry: " + e.getMessage(), e);
        }
    }
}
