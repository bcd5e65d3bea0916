package io.github.asynqee.messaging.internal.payload;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;

/** Decodes protobuf messages with the parser of their generated class. */
final class ProtobufReader {

    private final Parser<?> parser;

    ProtobufReader(Class<? extends MessageLite> type) {
        try {
            this.parser = (Parser<?>) type.getMethod("parser").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    type.getName() + " is not a generated protobuf message: it has no method parser()", e);
        }
    }

    Object read(byte[] bytes) throws UnusablePayloadException {
        try {
            return parser.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new UnusablePayloadException("it is not a message of this type", e);
        }
    }
}
