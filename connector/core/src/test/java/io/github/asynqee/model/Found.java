package io.github.asynqee.model;

import java.nio.charset.StandardCharsets;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.github.asynqee.protocol.wire.TaskMessage;

/** The message of a task as a worker finds it: another stands for one that cannot be used. */
record Found(TaskMessage message, boolean usable) {

    static Found of(String queue, String rawId, String rawMessage) {
        try {
            TaskMessage message = TaskMessage.parseFrom(Raw.bytes(rawMessage));
            if (message.getId().equals(Raw.text(rawId)) && message.getQueue().equals(queue)
                    && !message.getType().isBlank()) {
                return new Found(message, true);
            }
        } catch (InvalidProtocolBufferException e) {
            return quarantine(queue, rawId, rawMessage);
        }
        return quarantine(queue, rawId, rawMessage);
    }

    private static Found quarantine(String queue, String rawId, String rawMessage) {
        return new Found(TaskMessage.newBuilder().setType("asynq:undecodable").setId(Raw.text(rawId)).setQueue(queue)
                .setPayload(ByteString.copyFrom(rawMessage, StandardCharsets.ISO_8859_1)).build(), false);
    }
}
