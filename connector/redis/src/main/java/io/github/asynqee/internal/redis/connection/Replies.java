package io.github.asynqee.internal.redis.connection;

import java.util.List;
import java.util.Objects;

import io.github.asynqee.internal.text.ExactText;

/** Converts replies. */
public final class Replies {

    private Replies() {}

    public static List<?> list(Object reply) {
        return reply == null ? List.of() : (List<?>) reply;
    }

    public static String text(Object reply) {
        return reply == null ? null : ExactText.decode((byte[]) reply);
    }

    public static long number(Object reply) {
        return reply instanceof Long number ? number : Long.parseLong(text(reply));
    }

    /** A counter that is not a number counts as 0. */
    public static long counter(Object value) {
        try {
            return value == null ? 0 : number(value);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    public static byte[] bytes(Object reply) {
        return (byte[]) reply;
    }

    /** Whether a reply to a read command means that the key does not exist. */
    public static boolean isAbsence(Object reply) {
        return reply == null || reply.equals(0L) || reply instanceof List<?> list && list.isEmpty();
    }

    /** Whether two replies are equal. */
    public static boolean areSame(Object one, Object other) {
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
