package io.github.asynqee.record;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Bytes as text of one character per byte: comparable, in Redis' sort order, and usable as a map key. */
final class Raw {

    private Raw() {}

    static String of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    static String of(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static byte[] bytes(String raw) {
        return raw.getBytes(StandardCharsets.ISO_8859_1);
    }

    static String text(String raw) {
        return new String(bytes(raw), StandardCharsets.UTF_8);
    }

    static String hex(String raw) {
        return HexFormat.of().formatHex(bytes(raw));
    }

    static String ofHex(String digits) {
        return of(HexFormat.of().parseHex(digits));
    }

    /** The text if it is printable ASCII, otherwise hex digits. */
    static String readable(String raw) {
        return raw.chars().allMatch(c -> c >= ' ' && c < 127) ? raw : hex(raw);
    }
}
