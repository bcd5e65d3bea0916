package io.github.asynqee.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A protobuf message, field by field, past all checks: also of values that no client writes. */
final class WireMessage {

    private static final int VARINT = 0;
    private static final int LENGTH = 2;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    WireMessage number(int field, long value) {
        varint((long) field << 3 | VARINT);
        varint(value);
        return this;
    }

    WireMessage bytes(int field, byte[] value) {
        varint((long) field << 3 | LENGTH);
        varint(value.length);
        out.writeBytes(value);
        return this;
    }

    WireMessage text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    byte[] toBytes() {
        return out.toByteArray();
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
