package io.github.asynqee.worker;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A limit of the tasks of a queue with the same key: how many run at the same time, and how many start within a time, on all
 * nodes together. A task that has to wait is scheduled meanwhile and uses no retry; the tasks of a key start in the
 * order of their queue.
 *
 * <p>{@link #fairBy} is another kind: the keys of a queue share the lanes, and none of them has a number.
 *
 * @param name its name, of letters, digits, {@code _}, {@code .} and {@code -}, at most 64: channels of a queue whose
 *        limits have the same name share it, on all nodes. With {@code sema:} before it, it is a semaphore with that
 *        scope of asynq's package {@code x/rate}: all queues and Go programs share it. It needs the key {@code queue},
 *        a number of running tasks, and a Redis that is no Cluster
 * @param key what tasks with the same key have in common: {@code queue} for all tasks of the channel, {@code type},
 *        {@code header:name} with the name of a header, or {@code json:/customer/id} with a JSON pointer to a member of the
 *        payload. Tasks without the header or member have the same, empty key
 * @param maxRunning the maximum number of tasks of a key that run at the same time, up to {@value #MAX}; 0 for any number
 * @param rate the maximum number of tasks of a key that start within a period; {@code null} for any number
 */
public record Limit(String name, String key, int maxRunning, @Nullable Rate rate) {

    /** The largest number of tasks of a limit. */
    public static final int MAX = 10_000;

    /** The allowed keys, for error messages. */
    public static final String KEYS = "queue, type, header:<name> or json:/<member>/…";

    /** The longest name. */
    public static final int MAX_NAME = 64;

    /** The allowed names, for error messages. */
    public static final String NAMES = "1 to " + MAX_NAME + " letters, digits, _, . and -, after sema: for a semaphore";

    private static final String SEMAPHORE = "sema:";

    /** The allowed keys if keys take turns, for error messages. */
    public static final String FAIR_KEYS = "type, header:<name> or json:/<member>/…, without spaces";

    private static final String FAIR = "fair:";

    private static final Pattern NAME = Pattern.compile("(" + SEMAPHORE + ")?[\\w.-]{1," + MAX_NAME + "}");
    private static final Pattern KEY = Pattern
            .compile("queue|type|header:[^\\p{Cntrl}]{1,100}|json:(/[^\\p{Cntrl}/]{1,100}){1,20}");

    /**
     * How many tasks start within a period: any period of that length, from any moment on.
     *
     * @param starts the number, from 1 to {@value Limit#MAX}
     * @param period the time, from 1 ms to a day
     */
    public record Rate(int starts, Duration period) {

        private static final Duration SHORTEST = Duration.ofMillis(1);
        private static final Duration LONGEST = Duration.ofDays(1);

        /**
         * Checks the rate.
         *
         * @throws IllegalArgumentException if a value is out of range
         */
        public Rate {
            if (starts < 1 || starts > MAX) {
                throw new IllegalArgumentException("number of starts must be from 1 to " + MAX + ": " + starts);
            }
            if (period.compareTo(SHORTEST) < 0 || period.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("period must be from 1 ms to a day: " + period);
            }
        }
    }

    /**
     * Checks the limit.
     *
     * @throws IllegalArgumentException if the name, the key or the number is invalid
     */
    public Limit {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(key, "key");
        if (isFair(name) && (!name.equals(FAIR + key) || !KEY.matcher(key).matches() || key.equals("queue")
                || key.contains(" "))) {
            throw new IllegalArgumentException("keys that take turns must be " + FAIR_KEYS + ": \"" + key + "\"");
        }
        if (isFair(name) && (maxRunning != 0 || rate != null)) {
            throw new IllegalArgumentException("keys of " + name + " take turns, which has no number: " + maxRunning
                    + ", " + rate);
        }
        if (!isFair(name) && !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "name of a limit must be " + NAMES + ": \"" + name + "\"");
        }
        if (!KEY.matcher(key).matches()) {
            throw new IllegalArgumentException("key of limit " + name + " must be " + KEYS + ": \"" + key + "\"");
        }
        if (maxRunning < 0 || maxRunning > MAX) {
            throw new IllegalArgumentException(
                    "number of running tasks of limit " + name + " must be from 0 to " + MAX + ": " + maxRunning);
        }
        if (isSemaphore(name) && (maxRunning == 0 || !key.equals("queue"))) {
            throw new IllegalArgumentException(
                    "limit " + name + " is a semaphore, which needs a number of running tasks "
                            + "and the key queue: " + maxRunning + ", " + key);
        }
    }

    /**
     * The keys of a queue share the lanes of all nodes: the next task that starts is one of the key with the fewest running
     * tasks, among those whose turn was longest ago. Nothing is limited: a key that is alone has all lanes. The channel must
     * receive all tasks of its queue.
     *
     * @param key as {@link Limit#key}, but not {@code queue}, and without spaces
     * @return the limit
     * @throws IllegalArgumentException if the key is invalid
     */
    public static Limit fairBy(String key) {
        return new Limit(FAIR + key, key, 0, null);
    }

    /**
     * Whether the keys of a limit with this name take turns.
     *
     * @param name the name
     * @return whether it is one
     */
    public static boolean isFair(String name) {
        return name.startsWith(FAIR);
    }

    /**
     * Whether a limit with this name is a semaphore, which other queues and programs share.
     *
     * @param name the name
     * @return whether it is one
     */
    public static boolean isSemaphore(String name) {
        return name.startsWith(SEMAPHORE);
    }
}
