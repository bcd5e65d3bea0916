package io.github.asynqee.broker;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

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

    /** Whether a read command answers like this if its key does not exist. */
    static boolean isAbsence(Object reply) {
        return reply == null || reply.equals(0L) || reply instanceof List<?> list && list.isEmpty();
    }

    /** Whether two replies say the same. */
    static boolean areSame(Object one, Object other) {
        if (one instanceof List<?> some && other instanceof List<?> others) {
            boolean same = some.size() == others.size();
            for (int i = 0; same && i < some.size(); i++) {
                same = areSame(some.get(i), others.get(i));
            }
            return same;
        }
        return Objects.deepEquals(one, other);
    }
}
