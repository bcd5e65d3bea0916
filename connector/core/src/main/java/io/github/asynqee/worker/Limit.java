package io.github.asynqee.worker;

import java.time.Duration;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Decides when tasks of a queue with the same key may start, across all nodes. A blocked task becomes scheduled without
 * using a retry. The tasks of a key start in the order in which they were enqueued.
 */
public sealed interface Limit {

    /** The largest number of tasks of a limit. */
    int MAX = 10_000;

    /** The allowed keys, for error messages. */
    String KEYS = "queue, type, header:<name> or json:/<member>/…";

    /** The longest name. */
    int MAX_NAME = 64;

    /** The allowed names, for error messages. */
    String NAMES = "1 to " + MAX_NAME + " letters, digits, _, . and -, after sema: for a semaphore";

    /** @return its name in the configuration and in tools; limits of a queue with the same name are one limit */
    String name();

    /**
     * What tasks with the same key have in common.
     *
     * @return {@code queue} for all tasks of the channel, {@code type}, {@code header:name} with the name of a header, or
     *         {@code json:/customer/id} with a JSON pointer to a member of the payload. Tasks without the header or member
     *         have the same, empty key
     */
    String key();

    /** @return the maximum number of tasks of a key that run at the same time; 0 for any number */
    default int maxRunning() {
        return 0;
    }

    /** @return the maximum number of tasks of a key that start within a period; {@code null} for any number */
    default @Nullable Rate rate() {
        return null;
    }

    /**
     * How many tasks with the same key run at the same time, or start within a period.
     *
     * @param name its name, of letters, digits, {@code _}, {@code .} and {@code -}, at most {@value Limit#MAX_NAME}
     * @param key as {@link Limit#key}
     * @param maxRunning as {@link Limit#maxRunning}, up to {@value Limit#MAX}
     * @param rate as {@link Limit#rate}
     */
    record PerKey(String name, String key, int maxRunning, @Nullable Rate rate) implements Limit {

        private static final Pattern NAME = Pattern.compile("[\\w.-]{1," + MAX_NAME + "}");
        private static final Pattern KEY = Pattern
                .compile("queue|type|header:[^\\p{Cntrl}]{1,100}|json:(/[^\\p{Cntrl}/]{1,100}){1,20}");

        /**
         * Checks the limit.
         *
         * @throws IllegalArgumentException if the name, the key or the number is invalid
         */
        public PerKey {
            Limit.require(NAME.matcher(name).matches(), "name of a limit must be " + NAMES, "\"" + name + "\"");
            Limit.require(KEY.matcher(key).matches(), "key of limit " + name + " must be " + KEYS, "\"" + key + "\"");
            Limit.require(maxRunning >= 0 && maxRunning <= MAX,
                    "number of running tasks of limit " + name + " must be from 0 to " + MAX, maxRunning);
        }
    }

    /**
     * A semaphore of asynq's package {@code x/rate}: all queues and Go programs share its tokens. It does not work with
     * a Redis Cluster.
     *
     * @param scope the scope; the rules for names of limits apply to it
     * @param maxRunning the number of tokens, from 1 to {@value Limit#MAX}
     * @param rate as {@link Limit#rate}, for each queue
     */
    record Semaphore(String scope, int maxRunning, @Nullable Rate rate) implements Limit {

        /** Text before the scope in the name. */
        public static final String PREFIX = "sema:";
        private static final String ONE_KEY = "queue";

        /**
         * Checks the semaphore.
         *
         * @throws IllegalArgumentException if the scope or the number is invalid
         */
        public Semaphore {
            new PerKey(scope, ONE_KEY, maxRunning, rate);
            Limit.require(maxRunning > 0, "semaphore " + scope + " needs a number of running tasks", maxRunning);
        }

        @Override
        public String name() {
            return PREFIX + scope;
        }

        @Override
        public String key() {
            return ONE_KEY;
        }
    }

    /**
     * Shares the lanes of all nodes between the keys of a queue. The next task to start belongs to the key with the
     * fewest running tasks; of several such keys, to the key whose turn was longest ago. No key is limited: if only one
     * key has tasks, it can use all lanes. The channel must receive all tasks of its queue.
     *
     * @param key as {@link Limit#key}, but not {@code queue}, and without spaces
     */
    record FairBy(String key) implements Limit {

        /** Text before the key in the name. */
        public static final String PREFIX = "fair:";

        /** The allowed keys, for error messages. */
        public static final String KEYS = "type, header:<name> or json:/<member>/…, without spaces";

        /**
         * Checks the key.
         *
         * @throws IllegalArgumentException if it is invalid
         */
        public FairBy {
            Limit.require(PerKey.KEY.matcher(key).matches() && !key.equals(Semaphore.ONE_KEY) && !key.contains(" "),
                    "keys that take turns must be " + KEYS, "\"" + key + "\"");
        }

        @Override
        public String name() {
            return PREFIX + key;
        }
    }

    /**
     * Maximum number of tasks that start within any period of this length.
     *
     * @param starts the number, from 1 to {@value Limit#MAX}
     * @param period the time, from 1 ms to a day
     */
    record Rate(int starts, Duration period) {

        private static final Duration SHORTEST = Duration.ofMillis(1);
        private static final Duration LONGEST = Duration.ofDays(1);

        /**
         * Checks the rate.
         *
         * @throws IllegalArgumentException if a value is out of range
         */
        public Rate {
            Limit.require(starts >= 1 && starts <= MAX, "number of starts must be from 1 to " + MAX, starts);
            Limit.require(period.compareTo(SHORTEST) >= 0 && period.compareTo(LONGEST) <= 0,
                    "period must be from 1 ms to a day", period);
        }
    }

    /**
     * A limit with a number of running tasks, or of starts, or with neither.
     *
     * @param name the name of a {@link PerKey}, or {@code sema:} and the scope of a {@link Semaphore}
     * @param key as {@link #key}; {@code queue} for a semaphore
     * @param maxRunning as {@link #maxRunning}
     * @param rate as {@link #rate}
     * @return the limit
     * @throws IllegalArgumentException if a value is invalid
     */
    static Limit of(String name, String key, int maxRunning, @Nullable Rate rate) {
        if (!name.startsWith(Semaphore.PREFIX)) {
            return new PerKey(name, key, maxRunning, rate);
        }
        require(key.equals(Semaphore.ONE_KEY), "limit " + name + " is a semaphore, whose key is queue", key);
        return new Semaphore(name.substring(Semaphore.PREFIX.length()), maxRunning, rate);
    }

    private static void require(boolean met, String rule, Object value) {
        if (!met) {
            throw new IllegalArgumentException(rule + ": " + value);
        }
    }
}
