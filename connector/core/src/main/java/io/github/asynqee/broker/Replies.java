package io.github.asynqee.broker;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads the parts of replies. */
final class Replies {

    private Replies() {}

    static List<?> list(Object reply) {
        return reply == null ? List.of() : (List<?>) reply;
    }

    static String text(Object reply) {
        return reply == null ? null : new String((byte[]) reply, StandardCharsets.UTF_8);
    }

    static long number(Object reply) {
        return reply instanceof Long number ? number : Long.parseLong(text(reply));
    }

    static byte[] bytes(Object reply) {
        return (byte[]) reply;
    }
}
