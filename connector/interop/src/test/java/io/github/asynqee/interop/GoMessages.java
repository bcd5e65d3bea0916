package io.github.asynqee.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.FileDescriptor;
import io.github.asynqee.internal.protocol.wire.TaskMessage;

/** Encodes and decodes asynq's messages with Go's protobuf. */
final class GoMessages {

    private final GoLibraries go = GoLibraries.running();

    /**
     * A message decoded by Go.
     *
     * @param fields the known fields in protobuf's JSON form
     * @param unknown the bytes of the unknown fields
     * @param encoded the message encoded again by Go
     */
    record Decoded(JsonNode fields, byte[] unknown, byte[] encoded) {}

    GoMessages() {
        FileDescriptor file = TaskMessage.getDescriptor().getFile();
        FileDescriptorSet.Builder files = FileDescriptorSet.newBuilder();
        file.getDependencies().forEach(dependency -> files.addFile(dependency.toProto()));
        go.ask("describe", Map.of("files", files.addFile(file.toProto()).build().toByteArray())).value();
    }

    /** Empty if Go rejects the bytes. */
    Optional<Decoded> decode(String message, byte[] bytes) {
        GoLibraries.Answer answer = go.ask("decode", Map.of("message", "asynq." + message, "bytes", bytes));
        return answer.refused() ? Optional.empty()
                : Optional.of(new Decoded(answer.ok().get("fields"), bytes(answer.ok().get("unknown")),
                        bytes(answer.ok().get("encoded"))));
    }

    byte[] encode(String message, JsonNode fields) {
        return bytes(go.ask("encode", Map.of("message", "asynq." + message, "fields", fields)).value());
    }

    private static byte[] bytes(JsonNode base64) {
        try {
            return base64.isNull() ? new byte[0] : base64.binaryValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
