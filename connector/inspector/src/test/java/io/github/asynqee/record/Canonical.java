package io.github.asynqee.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import com.google.protobuf.AbstractMessage;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.protobuf.UnknownFieldSet;
import io.github.asynqee.internal.protocol.wire.ServerInfo;
import io.github.asynqee.internal.protocol.wire.TaskMessage;

/** Compares encoded messages independently of the order of map entries. All bytes are {@link Raw}. */
final class Canonical {

    private static final String SERVER = "asynq:servers:{";

    private Canonical() {}

    /** A task's message with sorted map entries; bytes that are not a message are unchanged. */
    static String message(String bytes) {
        return ordered(TaskMessage.parser(), bytes);
    }

    /** The same without unknown fields, which the Go library drops when it encodes a message. */
    static String withoutUnknownFields(String bytes) {
        try {
            return ordered(TaskMessage.parser().parseFrom(Raw.bytes(bytes)).toBuilder()
                    .setUnknownFields(UnknownFieldSet.getDefaultInstance()).build());
        } catch (InvalidProtocolBufferException e) {
            return bytes;
        }
    }

    /** The message of a running server, with sorted map entries. */
    static String server(String bytes) {
        return ordered(ServerInfo.parser(), bytes);
    }

    /** Whether a key has the same value in two key spaces. */
    static boolean isSame(String key, Value one, Value other) {
        if (one == null || other == null || one.type() != other.type() || !one.expiry().equals(other.expiry())) {
            return one == other;
        }
        if (one.sameContent(other)) {
            return true;
        }
        return switch (one.type()) {
            case STRING -> key.startsWith(SERVER) && server(one.text()).equals(server(other.text()));
            case HASH -> one.fields().keySet().equals(other.fields().keySet()) && one.fields().keySet().stream()
                    .allMatch(field -> isSameField(field, one.fields().get(field), other.fields().get(field)));
            default -> false;
        };
    }

    /** The keys with an unexpected value, each with a description. */
    static Map<String, String> differences(Space expected, Space actual) {
        Map<String, String> lines = new TreeMap<>();
        Set<String> keys = new TreeSet<>(actual.keys());
        keys.addAll(expected.keys());
        for (String key : keys) {
            Value mine = expected.value(key);
            Value other = actual.value(key);
            if (!isSame(key, mine, other)) {
                lines.put(key, "%s%n    expected %s%n    but was  %s".formatted(Raw.text(key), mine, other));
            }
        }
        return lines;
    }

    private static boolean isSameField(String field, String one, String other) {
        return one.equals(other) || field.equals("msg") && message(one).equals(message(other));
    }

    private static String ordered(Parser<? extends AbstractMessage> parser, String bytes) {
        try {
            return ordered(parser.parseFrom(Raw.bytes(bytes)));
        } catch (InvalidProtocolBufferException e) {
            return bytes;
        }
    }

    private static String ordered(Message message) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.useDeterministicSerialization();
        try {
            message.writeTo(out);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Raw.of(bytes.toByteArray());
    }
}
